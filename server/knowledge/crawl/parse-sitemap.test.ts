import { expect, test } from 'vitest'
import { inTurns } from '../../steps/in-turns.ts'
import {
  ATTRIBUTES_MAX,
  parseSitemap,
  SITEMAP_ENTRIES_MAX,
  SITEMAP_LEVELS_MAX,
  SLICE_MAX_CHARACTERS,
} from './parse-sitemap.ts'

const parse = (text: string | Uint8Array, charset?: string) =>
  inTurns(parseSitemap(typeof text === 'string' ? Buffer.from(text) : text, charset))

test('reads addresses and dates, and no addresses of pictures', async () => {
  const { pages, isSitemap } = await parse(`<?xml version="1.0"?>
    <s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">
      <s:url><s:loc> https://a.example/1?x=1&amp;y=2 </s:loc><s:lastmod>2027-01-15</s:lastmod></s:url>
      <s:url><s:loc><![CDATA[https://a.example/2]]></s:loc><image:image><image:loc>https://a.example/p.png</image:loc></image:image>
        <s:lastmod>2027-01-15T10:00:00+02:00</s:lastmod></s:url>
      <s:url><s:loc>https://a.example/3</s:loc><s:lastmod>soon</s:lastmod></s:url>
    </s:urlset>`)

  expect(isSitemap).toBe(true)
  expect(pages).toEqual([
    { location: 'https://a.example/1?x=1&y=2', modifiedAt: '2027-01-15T23:59:59.999Z' },
    { location: 'https://a.example/2', modifiedAt: '2027-01-15T08:00:00.000Z' },
    { location: 'https://a.example/3', modifiedAt: null },
  ])
})

test.each([
  [
    'a bare ampersand',
    '<urlset><url><loc>https://a.example/?a=1&b=2</loc></url></urlset>',
    'https://a.example/?a=1&b=2',
  ],
  [
    'blanks before the declaration',
    '\n <?xml version="1.0"?><urlset><url><loc>https://a.example/</loc></url></urlset>',
    'https://a.example/',
  ],
  ['no end', '<urlset><url><loc>https://a.example/</loc></url>', 'https://a.example/'],
  ['lines instead of XML', 'https://a.example/\r\n\r\n', 'https://a.example/'],
])('reads a sitemap with %s', async (_, text, location) => {
  expect((await parse(text)).pages).toEqual([{ location, modifiedAt: null }])
})

test.each([
  [
    'its declaration',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://a.example/ü</loc></url></urlset>',
      'latin1',
    ),
    undefined,
  ],
  [
    'its server',
    Buffer.from('<urlset><url><loc>https://a.example/ü</loc></url></urlset>', 'latin1'),
    'iso-8859-1',
  ],
  [
    'its first bytes',
    Buffer.from('\uFEFF<urlset><url><loc>https://a.example/ü</loc></url></urlset>', 'utf16le'),
    undefined,
  ],
])('knows the encoding by %s', async (_, bytes, charset) => {
  expect((await parse(bytes, charset)).pages[0]?.location).toBe('https://a.example/ü')
})

test('tells a page from a sitemap, and resolves no entity of its own', async () => {
  expect((await parse('<!doctype html><html><body>Sorry</body></html>')).isSitemap).toBe(false)
  expect((await parse('Sorry, not found')).isSitemap).toBe(false)
  const text =
    '<!DOCTYPE urlset [<!ENTITY a "https://evil.example/">]><urlset><url><loc>&a;</loc></url></urlset>'
  expect(JSON.stringify((await parse(text)).pages)).not.toContain('evil')
})

test(`reads ${SITEMAP_ENTRIES_MAX} addresses and no more`, async () => {
  const lines = Array.from(
    { length: SITEMAP_ENTRIES_MAX + 1 },
    (_, index) => `https://a.example/${index}`,
  )
  const xml = `<urlset>${lines.map((line) => `<url><loc>${line}</loc></url>`).join('')}</urlset>`

  expect((await parse(xml)).pages).toHaveLength(SITEMAP_ENTRIES_MAX)
  expect((await parse(lines.join('\n'))).pages).toHaveLength(SITEMAP_ENTRIES_MAX)
})

const URL_ENTRY = '<url><loc>https://a.example/</loc></url>'

test.each([
  ['deep elements', (most: number) => '<a>'.repeat(most), SITEMAP_LEVELS_MAX - 1],
  [
    'many attributes',
    (most: number) => `<a ${Array.from({ length: most }, (_, at) => `a${at}=">"`).join(' ')}/>`,
    ATTRIBUTES_MAX,
  ],
])('reads a sitemap with %s up to a limit', async (_, write, most) => {
  const sitemap = (size: number) => `<urlset>${URL_ENTRY}${write(size)}`

  expect((await parse(sitemap(most))).pages).toHaveLength(1)
  await expect(parse(sitemap(most * 2))).rejects.toThrow('too')
})

test.each([
  ['lines, also if millions of them are empty', `${'\n'.repeat(1_000_000)}https://a.example/`],
  [
    'a text without an end',
    `<urlset>${' '.repeat(SLICE_MAX_CHARACTERS * 50)}${URL_ENTRY}</urlset>`,
  ],
])('reads %s in short steps', (_, text) => {
  const steps = parseSitemap(Buffer.from(text), undefined)
  let count = 0
  let step = steps.next()
  while (step.done !== true) {
    count += 1
    step = steps.next()
  }

  expect(step.value.pages).toHaveLength(1)
  expect(count).toBeGreaterThanOrEqual(50)
})
