// The panel of knobs, whose code comes when it is wanted for the first time: few visits need it.

import { element } from '../hud/element';
import type { Shown } from '../picture/view';
import type { Panel, PanelOrders } from './panel';

export class LatePanel {
  /** Where it will be. */
  readonly box = element('aside', { className: 'settings' });
  private panel?: Panel;

  constructor(
    private readonly orders: PanelOrders,
    private readonly shown: Shown,
  ) {
    new MutationObserver(() => this.box.hidden || void this.show()).observe(this.box, { attributeFilter: ['hidden'] });
  }

  async get(): Promise<Panel> {
    if (this.panel) return this.panel;
    const { Panel } = await import('./panel');
    if (this.panel) return this.panel;
    this.panel = new Panel(this.orders, this.shown);
    this.box.append(this.panel.box);
    this.panel.read();
    return this.panel;
  }

  private async show(): Promise<void> {
    try {
      await this.get();
    } catch (error) {
      this.orders.fail(new Error(`the settings could not be fetched: load this page again (${String(error)})`));
    }
  }

  /** Shows other settings, if they are others now. */
  follow(): void {
    this.panel?.follow();
  }

  /** Shows everything as it is. */
  refresh(): void {
    this.panel?.refresh();
  }
}
