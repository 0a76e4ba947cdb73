// The worker of a check: a session of its own, made of the same source, so that the page goes on meanwhile.

import { load } from 'glissando';
import { filesOf, opened } from '../start/opened';
import type { Answer, Order } from './messages';

const answer = (message: Answer, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

const check = async ({ source, settings, speed }: Order): Promise<void> => {
  await load();
  const { session } = opened(source);
  session.settings = settings;
  session.speed = speed;
  const found = session.check(
    (progress) => answer({ type: 'progress', progress }, [progress.reached.buffer]),
    filesOf(source),
  );
  answer({ type: 'done', check: found });
};

self.onmessage = ({ data }: MessageEvent<Order>) => {
  check(data).catch((error: unknown) => {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
};
