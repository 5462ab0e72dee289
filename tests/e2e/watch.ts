import type { BrowserContext } from '@playwright/test';

/** Collects every problem that the developer tools would show on a journey's pages. */
export class Watch {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Expects problems like this in the journey, such as the 404 of a removed page. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** Unexpected problems. */
  problems(): string[] {
    return this.seen.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }

  /** Watches every page of a context, including pages opened later. */
  over(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // Leaving a page aborts React Router's route discovery, which the router logs.
      if (message.text().startsWith('Failed to fetch manifest patches TypeError: Failed to fetch')) return;
      // Leaving a page aborts a Realtime connection that is still opening.
      if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
      this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.seen.push(`page error: ${error.error().stack}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // Leaving a page aborts its pending requests.
      if (reason !== 'net::ERR_ABORTED') this.seen.push(`request failed: ${request.url()} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      this.seen.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }
}
