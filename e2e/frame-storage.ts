import type { Page } from '@playwright/test'

/** All data of the frame's origin in this browser, as text. */
export async function readFrameStorage(page: Page, frameOrigin: string): Promise<string> {
  const frame = page.frames().find((each) => each.url().startsWith(`${frameOrigin}/`))
  if (!frame) throw new Error('There is no frame.')
  return frame.evaluate(async () => {
    const request = <Result>(asked: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(asked.error ?? new Error('No reason.')))
      })
    const toText = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) {
        return `${value instanceof File ? value.name : ''} ${await value.text()}`
      }
      if (Array.isArray(value)) return (await Promise.all(value.map(toText))).join(' ')
      if (typeof value !== 'object' || value === null) return String(value)
      const entries = await Promise.all(
        Object.entries(value).map(async ([key, each]) => `${key}: ${await toText(each)}`),
      )
      return entries.join('\n')
    }
    const kept = [await toText({ ...localStorage }), await toText({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await request(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        kept.push(await toText(await request(rows.getAllKeys())))
        const values = database.transaction(store).objectStore(store)
        kept.push(await toText(await request(values.getAll())))
      }
      database.close()
    }
    return kept.join('\n')
  })
}
