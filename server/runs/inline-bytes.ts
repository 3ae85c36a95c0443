export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** The bytes that a data URL holds; 0 for any other address. */
export function countInlineBytes(url: string): number {
  if (!isDataUrl(url)) return 0
  const length = url.length - url.indexOf(',') - 1
  const padding = url.endsWith('==') ? 2 : Number(url.endsWith('='))
  return Math.floor(((length - padding) * 3) / 4)
}
