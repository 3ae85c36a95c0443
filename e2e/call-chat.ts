import type { Page } from '@playwright/test'

/** Calls the page's chat by name; a rejection is returned as its code and message. */
export const callChat = (page: Page, ...call: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    (args) =>
      (window.Alcove as unknown as (...args: unknown[]) => Promise<unknown>)(...args).catch(
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      ),
    call,
  )
