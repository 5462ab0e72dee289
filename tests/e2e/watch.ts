import type { BrowserContext } from '@playwright/test';

/** Collects everything that a careful person would see going wrong in the developer tools of a journey's pages. */
export class Watch {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Says that problems like this belong to the journey, such as the 404 of a page that must not be there. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** What nobody said to expect. */
  problems(): string[] {
    return this.seen.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }

  /** Watches every page of a context, also those that open later. */
  over(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // A page that is left takes React Router's question for further routes with it, which the router logs.
      if (message.text().startsWith('Failed to fetch manifest patches TypeError: Failed to fetch')) return;
      // So does a page that is left while its connection for changes is still being opened.
      if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
      this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.seen.push(`page error: ${error.error().stack}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // A page that is left takes its unfinished requests with it.
      if (reason !== 'net::ERR_ABORTED') this.seen.push(`request failed: ${request.url()} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      this.seen.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }
}
