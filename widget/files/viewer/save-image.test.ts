import { afterEach, expect, test, vi } from 'vitest'
import { SAVE_TIMEOUT_MS, saveImage, withEnding } from './save-image.ts'

afterEach(() => vi.unstubAllGlobals())

/** A document that records where its links lead. */
function createDocument() {
  const pressed: { href: string; download: string; target: string }[] = []
  const document = {
    createElement() {
      const link = {
        href: '',
        download: '',
        target: '',
        rel: '',
        click: () => void pressed.push(link),
      }
      return link
    },
  } as unknown as Document
  return { document, pressed }
}

test.each([
  ['Image', 'image/png', 'Image.png'],
  ['Image', 'image/jpeg', 'Image.jpg'],
  ['Image', 'image/svg+xml', 'Image.svg'],
  ['photo.JPG', 'image/png', 'photo.JPG'],
  ['Chart of 2.5 years', 'image/webp', 'Chart of 2.5 years.webp'],
  ['Image', 'text/plain', 'Image'],
  ['Image', '', 'Image'],
])('%s of %s is saved as %s', (name, type, saved) => {
  expect(withEnding(name, type)).toBe(saved)
})

test('saves an image inside a message without a request', async () => {
  const fetching = vi.fn()
  vi.stubGlobal('fetch', fetching)
  const { document, pressed } = createDocument()
  await saveImage(document, 'data:image/gif;base64,AAAA', 'Image')
  expect(pressed).toMatchObject([{ href: 'data:image/gif;base64,AAAA', download: 'Image.gif' }])
  expect(fetching).not.toHaveBeenCalled()
})

test('fetches what a server stores, so that it is saved and not shown', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Blob(['x'], { type: 'image/png' })))
  const { document, pressed } = createDocument()
  await saveImage(document, 'https://files.example/key?signature=s', 'Sea')
  expect(pressed).toMatchObject([{ href: expect.stringMatching(/^blob:/), download: 'Sea.png' }])
})

test('says of what the server refuses that it is gone, and opens what cannot be fetched', async () => {
  const { document, pressed } = createDocument()
  vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
  expect(await saveImage(document, 'https://files.example/key', 'Sea')).toBe(false)
  expect(pressed).toEqual([])

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  expect(await saveImage(document, 'https://files.example/key', 'Sea')).toBe(true)
  expect(pressed).toMatchObject([{ href: 'https://files.example/key', target: '_blank' }])
  expect(pressed[0]!.download).toBe('')
})

test('an image that hangs is given up after its limit', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted())
  const { document, pressed } = createDocument()

  const isSaved = await saveImage(document, 'https://files.test/a.png', 'Image')
  vi.restoreAllMocks()

  expect(limits).toEqual([SAVE_TIMEOUT_MS])
  // Its address is opened instead.
  expect([isSaved, pressed[0]?.href]).toEqual([true, 'https://files.test/a.png'])
})
