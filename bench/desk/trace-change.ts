import type { CDPSession, Page } from '@playwright/test'

/** A moment of the page's thread. */
interface Stamp {
  readonly name: string
  /** Processor time of the thread, in microseconds. */
  readonly tts?: number
  readonly args?: { readonly data?: { readonly message?: string } }
}

/** Processor time of a page's thread, in milliseconds, between its time stamps `pressed` and `painted`. Others on the machine do not count. */
export async function traceChange(page: Page, change: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const stamps: Stamp[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    stamps.push(...(value as unknown as Stamp[]).filter(({ name }) => name === 'TimeStamp'))
  })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] },
    transferMode: 'ReportEvents',
  })
  await change()
  await endTrace(session)
  await session.detach()
  const at = (message: string) =>
    stamps.find(({ args }) => args?.data?.message === message)?.tts ?? Number.NaN
  return (at('painted') - at('pressed')) / 1_000
}

async function endTrace(session: CDPSession): Promise<void> {
  // No limit: the browser answers, or its end fails the bench.
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
}
