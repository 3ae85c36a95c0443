import type { Page } from '@playwright/test'

/** Calls the page's chat by name; a refusal comes as its code and its words. */
export const callChat = (page: Page, ...call: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    (args) =>
      (window.Alcove as unknown as (...args: unknown[]) => Promise<unknown>)(...args).catch(
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      ),
    call,
  )
