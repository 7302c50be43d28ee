/** Whether the page is looked at: what is measured while it is hidden or shown does not count. */

export class PageWatch {
  /** How often the page was hidden or shown so far. */
  changes = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly page: Document = document) {
    page.addEventListener('visibilitychange', this.note);
  }

  /** Resolves when the page can be seen, or nobody watches any more. */
  visible(): Promise<void> {
    if (!this.page.hidden) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  end(): void {
    this.page.removeEventListener('visibilitychange', this.note);
    this.release();
  }

  private readonly note = () => {
    this.changes++;
    if (!this.page.hidden) this.release();
  };

  private release(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
