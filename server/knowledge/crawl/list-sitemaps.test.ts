import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  listSitemaps,
  SITEMAP_DEPTH_MAX,
  SITEMAP_MAX_BYTES,
  SITEMAPS_MAX,
} from './list-sitemaps.ts'

const HOME = new URL('https://shop.example/s.xml')
const indexOf = (names: readonly string[]) =>
  `<sitemapindex>${names.map((name) => `<sitemap><loc>/${name}</loc></sitemap>`).join('')}</sitemapindex>`
const pagesOf = (name: string) => `<urlset><url><loc>/${name}</loc></url></urlset>`

/** Lists a site whose sitemaps these are, by their names. */
async function list(sitemaps: ReadonlyMap<string, string | Buffer>) {
  const found: string[] = []
  const limits = new Set<number>()
  const client = {
    get: async (url: URL, { maxBytes }: { readonly maxBytes: number }) => {
      limits.add(maxBytes)
      const bytes = Buffer.from(sitemaps.get(url.pathname.slice(1)) ?? '')
      return { type: 'ok' as const, url, bytes, status: 200, headers: {} }
    },
  }
  const listing = await listSitemaps(
    { home: HOME, client, isInside: () => true, takes: () => true },
    async (some) => void found.push(...some.map(({ address }) => address)),
  )
  return { found, limits, ...listing }
}

test.each([SITEMAPS_MAX, SITEMAPS_MAX + 1])(
  'of %i sitemaps those below the limit are read',
  async (count) => {
    const names = Array.from({ length: count - 1 }, (_, index) => `m${index}`)
    const children = names.map((name) => [name, pagesOf(name)] as const)
    const { found, isWhole, problems } = await list(
      new Map([['s.xml', indexOf(names)], ...children]),
    )

    expect(found).toHaveLength(SITEMAPS_MAX - 1)
    expect(isWhole).toBe(count <= SITEMAPS_MAX)
    expect(problems.join()).toMatch(isWhole ? /^$/ : /at most 500 sitemaps in 3 levels/)
  },
)

test.each([SITEMAP_DEPTH_MAX, SITEMAP_DEPTH_MAX + 1])(
  'a page %i levels below is found up to the limit',
  async (depth) => {
    const levels = Array.from({ length: depth }, (_, index) => `d${index + 1}`)
    const sitemaps = ['s.xml', ...levels].map((name, index) => {
      const next = levels[index]
      return [name, next === undefined ? pagesOf('page') : indexOf([next])] as const
    })
    const { found, isWhole, limits } = await list(new Map(sitemaps))

    expect(found).toEqual(depth <= SITEMAP_DEPTH_MAX ? ['https://shop.example/page'] : [])
    expect(isWhole).toBe(depth <= SITEMAP_DEPTH_MAX)
    expect([...limits]).toEqual([SITEMAP_MAX_BYTES])
  },
)

test.each([SITEMAP_MAX_BYTES, SITEMAP_MAX_BYTES + 1])(
  'a packed sitemap of %i bytes is read up to the limit of an unpacked one',
  async (size) => {
    const text = Buffer.alloc(size, ' ')
    text.write(pagesOf('page'))
    const packed = gzipSync(text, { level: 1 })
    expect(packed.length).toBeLessThan(SITEMAP_MAX_BYTES / 100)
    const { found, isWhole, problems } = await list(new Map([['s.xml', packed]]))

    expect(isWhole).toBe(size <= SITEMAP_MAX_BYTES)
    expect(found).toEqual(isWhole ? ['https://shop.example/page'] : [])
    expect(problems.join()).toMatch(isWhole ? /^$/ : /unpacked, it has more than 52428800 bytes/)
  },
)

test('a packed sitemap that is cut is told as damaged', async () => {
  const packed = gzipSync(pagesOf('page'))
  const { isWhole, problems } = await list(new Map([['s.xml', packed.subarray(0, -12)]]))
  expect(isWhole).toBe(false)
  expect(problems).toEqual([
    'The sitemap https://shop.example/s.xml cannot be read: it is damaged.',
  ])
})
