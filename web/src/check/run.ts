// One run of a check in a worker. After `stop` nothing of it is heard any more.

import type { CheckProgress, LevelCheck } from 'glissando';
import type { Answer, Order } from './messages';

export interface RunOrders {
  progress(progress: CheckProgress): void;
  done(check: LevelCheck): void;
  failed(error: Error): void;
}

export class Run {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly begun = performance.now();

  constructor(order: Order, orders: RunOrders) {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'progress') return orders.progress(data.progress);
      this.stop();
      if (data.type === 'done') orders.done(data.check);
      else orders.failed(new Error(`the check: ${data.message}`));
    });
    this.worker.addEventListener('error', (event) => {
      // It is told in words of ours; the console would call it an error of the page.
      event.preventDefault();
      this.stop();
      orders.failed(new Error(`the check ended early: ${event.message || 'its code could not be fetched; load this page again'}`));
    });
    this.worker.postMessage(order);
  }

  get seconds(): number {
    return (performance.now() - this.begun) / 1000;
  }

  stop(): void {
    this.worker.terminate();
  }
}
