import { expect, test } from 'vitest'
import { UnreadError } from '../../unread-error.ts'
import { DEPTH_MAX, ELEMENTS_MAX, LINK_LETTERS_MAX, LINKS_MAX } from '../read-limits.ts'
import { readHtml } from './read-html.ts'

const ADDRESS = 'https://a.example/folder/page'
const read = (html: string) => readHtml(html, ADDRESS)
const FILLER = '<p>Text enough for a page that is no shell.</p>'
/** Blocks of a body. */
const blocksOf = (body: string) => read(body).sections.flatMap(({ blocks }) => blocks)
const placesOf = (body: string) =>
  read(body).sections.map(({ headings, anchor, blocks }) => [
    headings.join(' > '),
    anchor,
    ...blocks,
  ])
const reasonOf = (html: string): unknown => {
  try {
    return read(html).sections.length
  } catch (error) {
    return error instanceof UnreadError ? error.reason : error
  }
}

test.each([
  ['its own', '<h2 id="a">H</h2>', 'a'],
  ['that of a child', '<h2><span id="a">H</span></h2>', 'a'],
  ['the name of a child', '<h2><a name="a"></a>H</h2>', 'a'],
  ['that of an empty element before it', '<p>x</p><a id="a"></a><h2>H</h2>', 'a'],
  ['that of the section around it', '<section id="a"><div><h2>H</h2></div></section>', 'a'],
  ['its own before that of the section', '<section id="b"><h2 id="a">H</h2></section>', 'a'],
  ['that of the heading above it', '<h1>T</h1><h2 id="a">O</h2><h3>H</h3>', 'a'],
  [
    'none of an element with text before it',
    '<section id="b"><p>x</p><h2>H</h2></section>',
    undefined,
  ],
])('a heading has %s as anchor', (_, html, anchor) => {
  const { sections } = read(`<main>${html}<p>Text</p></main>`)
  expect(sections.at(-1)).toMatchObject({ blocks: ['Text'] })
  expect(sections.at(-1)?.anchor).toBe(anchor)
})

test('blocks end with paragraphs, items, cells and line breaks, and keep the letters of the page', () => {
  const body =
    '<p>Soft\u00adhyphen and no\u00a0break</p><ul><li>One<ul><li>Two</li></ul></li></ul><div>a<br>b</div><x-part>c</x-part>'
  const { sections } = read(body)
  expect(sections[0]?.blocks).toEqual([
    'Soft\u00adhyphen and no\u00a0break',
    'One',
    'Two',
    'a',
    'b',
    'c',
  ])
  expect(sections[0]?.fullBlocks).toEqual([
    'Softhyphen and no\u00a0break',
    '- One',
    '  - Two',
    'a',
    'b',
    'c',
  ])
})

test('struck prices and raised digits are marked for the model', () => {
  const { sections } = read('<p><s>€42</s> €36, 9<sup>99</sup> each, 10 m<sup>2</sup></p>')
  expect(sections[0]).toMatchObject({
    blocks: ['€42 €36, 999 each, 10 m2'],
    fullBlocks: ['~~€42~~ €36, 9^99 each, 10 m2'],
  })
})

test('text that the page does not show is left out unless a control opens it', () => {
  const hidden = [
    'hidden',
    'style="display:none"',
    'style="visibility: hidden"',
    'aria-hidden="true"',
    'class="box hidden"',
    'class="d-none"',
  ]
  for (const marks of hidden) {
    expect(blocksOf(`<p>Seen</p><div ${marks}><p>Part</p></div>`)).toEqual(['Seen'])
    const opened = `<p>Seen</p><button aria-controls="x" aria-expanded="false">Open</button><div id="x" ${marks}><p>Part</p></div>`
    expect(placesOf(opened)).toEqual([
      ['', undefined, 'Seen'],
      ['Open', 'x', 'Part'],
    ])
  }
  expect(blocksOf('<p>Seen</p><div class="hidden md:block"><p>Part</p></div>')).toEqual([
    'Seen',
    'Part',
  ])
  expect(blocksOf('<p>Seen</p><div hidden="until-found"><p>Part</p></div>')).toEqual([
    'Seen',
    'Part',
  ])
})

test.each([
  [
    'a tab',
    '<div role="tablist"><button role="tab" id="t" aria-controls="p">Q</button></div><div role="tabpanel" id="p" hidden>A</div>',
    't',
  ],
  [
    'a tab that its panel names',
    '<div role="tablist"><a role="tab" id="t">Q</a></div><div role="tabpanel" aria-labelledby="t" hidden>A</div>',
    't',
  ],
  [
    'a button in a heading',
    '<h3><button id="b" aria-expanded="false" aria-controls="p">Q</button></h3><div id="p" hidden>A</div>',
    'b',
  ],
  [
    'a button beside its panel',
    '<div><button aria-expanded="false">Q</button></div><div hidden>A</div>',
    undefined,
  ],
  [
    'a button by its class alone',
    '<button class="accordion">Q</button><div class="panel">A</div>',
    undefined,
  ],
  [
    'a toggle of Bootstrap',
    '<a data-bs-toggle="collapse" href="#p" aria-expanded="false">Q</a><div id="p" class="collapse">A</div>',
    'p',
  ],
  ['a summary', '<details id="d"><summary>Q</summary>A</details>', 'd'],
  [
    'a heading in a summary',
    '<details id="d"><summary><a href="/s">Source</a><h3>Q</h3></summary>A</details>',
    'd',
  ],
  ['the term of a list', '<dl><dt id="d">Q</dt><dd>A</dd></dl>', 'd'],
])('the text of %s heads its panel', (_, html, anchor) => {
  const [place, ...others] = placesOf(`<main><h1>T</h1>${html}<h2>Next</h2><p>After</p></main>`)
  expect(place).toEqual(['Q', anchor, 'A'])
  expect(others).toEqual([['Next', undefined, 'After']])
})

test('a menu that a button opens is no panel', () => {
  const menu =
    '<button aria-controls="m" aria-expanded="false">Menu</button><ul id="m" hidden><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>'
  expect(blocksOf(`${FILLER}${menu}`)).toHaveLength(1)
})

test('scripts, styles, templates, comments, pictures in text and letters of icons are left out', () => {
  const body = `${FILLER}<script>a</script><style>b</style><template><p>c</p></template><!-- d --><noscript>e</noscript><svg><text>f</text></svg><p>g data:image/png;base64,${'A'.repeat(80)}</p><p>★★★</p><iframe>h</iframe>`
  expect(blocksOf(body)).toEqual(['Text enough for a page that is no shell.', 'g'])
  expect(blocksOf('<x-y><template shadowrootmode="open"><p>Shadow</p></template></x-y>')).toEqual([
    'Shadow',
  ])
})

test('headings have the text of their buttons, without links to themselves', () => {
  const [place] = placesOf(
    '<main><h1>T</h1><h2><button>Price</button> <a href="#p">#</a><a class="x" href="#p" aria-label="Permalink">¶</a> list</h2><p>A</p></main>',
  )
  expect(place).toEqual(['Price list', undefined, 'A'])
})

test('a heading without text below it is text itself', () => {
  expect(placesOf('<h1>T</h1><h2>Closed on Sunday</h2><h2>Prices</h2><p>None.</p>')).toEqual([
    ['Closed on Sunday', undefined, 'Closed on Sunday'],
    ['Prices', undefined, 'None.'],
  ])
})

test.each([
  ['Shop | Kestle', '<h1>Kestle</h1>', 'Kestle'],
  ['Kestle storm lantern – Shop', '<h1>Kestle storm lantern</h1>', 'Kestle storm lantern'],
  ['tag - Why? - Forum', '<h1>Why?</h1>', 'Why?'],
  ['Returns | Shop', '<h1>Returns policy</h1>', 'Returns | Shop'],
  ['', '<h1>Only here</h1>', 'Only here'],
  ['', '', 'page'],
])('the title of "%s" with %j is %j', (title, h1, expected) => {
  expect(read(`<title>${title}</title>${h1}${FILLER}`).title).toBe(expected)
})

const ARTICLE = '<p>Sentences of an article that is long enough.</p>'.repeat(6)
const OTHERS = '<p>Words that others wrote below it, in great number.</p>'.repeat(20)

test.each([
  [
    'comments that are longer than the article',
    `${ARTICLE}<div class="comments">${OTHERS}</div>`,
    6,
  ],
  ['a page around its comments', `<div class="page has-comments">${ARTICLE}${OTHERS}</div>`, 26],
  ['a page that is named so as a whole', `<div class="reviews">${OTHERS}</div>`, 20],
  [
    'a section that its heading names',
    `${ARTICLE}<section id="cookies"><h2>Cookies</h2><p>Two.</p></section>`,
    7,
  ],
  ['a notice about cookies', `${ARTICLE}<div id="cookie-notice"><p>Two.</p></div>`, 6],
])('%s: names tell noise by their place', (_, html, blocks) => {
  expect(blocksOf(`<main><h1>T</h1>${html}</main>`)).toHaveLength(blocks)
})

test('the title of the content counts before that of the site', () => {
  const body =
    '<div class="menu-bar"><h1>The Book</h1></div><main><h1>Lifetimes</h1><p>Text</p></main>'
  expect(read(`<title>Lifetimes - The Book</title>${body}`)).toMatchObject({
    title: 'Lifetimes',
    sections: [{ headings: [], blocks: ['Text'] }],
  })
  const without = body.replace('<h1>Lifetimes</h1>', '<h2>Lifetimes</h2>')
  expect(read(`<title>Lifetimes - The Book</title>${without}`).title).toBe('Lifetimes - The Book')
  expect(read(without).title).toBe('The Book')
})

test('the base element, the address and rel decide about links; fragments and other schemes are left out', () => {
  const body = `<base href="../guide/"><link rel="canonical" href="/own"><nav><a href="a#x">a</a></nav><a href="#top">b</a><a href="//b.example/c">c</a><a href="mailto:x@y.example">d</a><a href="d" rel="external nofollow">e</a><a href="javascript:f()">f</a>${FILLER}`
  expect(read(body)).toMatchObject({
    canonical: 'https://a.example/own',
    links: ['https://a.example/guide/a', 'https://a.example/guide/', 'https://b.example/c'],
  })
  expect(readHtml(`<a href="a">a</a>${FILLER}`, 'folder/a.html').links).toEqual([])
})

test.each([
  ['noindex, follow', true, 1],
  ['none', true, 0],
  ['nofollow', false, 0],
  ['index', false, 1],
])('robots %j: hidden %s, %i links', (content, isHidden, links) => {
  const document = read(`<meta name="ROBOTS" content="${content}"><a href="/a">a</a>${FILLER}`)
  expect([document.isHidden, document.links.length]).toEqual([isHidden, links])
})

test('text in another language tells so', () => {
  const { language, sections } = read(
    '<html lang="de"><main><p>Eins</p><div lang="en"><p>Two</p></div><p>Drei</p></main>',
  )
  expect([language, ...sections.map((section) => section.language)]).toEqual([
    'de',
    undefined,
    'en',
    undefined,
  ])
  expect(read('<p>ขอบคุณที่มาเรียนกับเรา</p>').language).toBe('th')
})

test.each([
  [
    '<script type="application/ld+json">{"@graph":[{"dateModified":"2026-02-01T01:00:00Z"}]}</script>',
    '2026-02-01',
  ],
  [
    '<meta property="article:modified_time" content="2026-02-02"><meta name="date" content="2020-01-01">',
    '2026-02-02',
  ],
  ['<p>This policy is in force from 3 February 2026.</p>', '2026-02-03'],
  ['<p>Gültig ab 4. März 2026</p>', '2026-03-04'],
  ['<p>2026年2月5日施行</p>', '2026-02-05'],
  ['<p>Effective date: February 6th, 2026</p>', '2026-02-06'],
  [
    '<p>Posted <time class="published" datetime="2026-02-07T10:00">yesterday</time></p>',
    '2026-02-07',
  ],
  ['<footer>Last updated on 8 February 2026</footer>', '2026-02-08'],
  ['<p>Come on 9 February 2026.</p>', undefined],
  ['<p>In force from 31 February 2026.</p>', undefined],
])('the date of %s is %s', (html, date) => {
  expect(read(`<html lang="en">${FILLER}${html}`).date).toBe(date)
})

test.each([
  ['a page of a script', '<div id="root"></div><script src="a.js"></script>', 'script_only'],
  [
    'a shell that asks for scripts',
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="x">Loading</div><script src="a.js"></script>',
    'script_only',
  ],
  ['a page without text', '<p> </p>', 'empty'],
  [
    'a login',
    '<title>Staff</title><p>Welcome back</p><form><input name="u"><input type="password"></form>',
    'login',
  ],
  [
    'a login that asks for the address first',
    '<title>Sign in – Wiki</title><form><input type="email" autocomplete="username"></form><p>Continue</p>',
    'login',
  ],
])('%s is recognised', (_, html, reason) => {
  expect(reasonOf(html)).toBe(reason)
})

test.each([
  [
    'a short notice with a script',
    `<main><p>Closed on Monday.</p></main><script src="a.js"></script>`,
  ],
  [
    'a notice with a login in its header',
    `<header><form><input type="password"></form></header><main><p>Closed on Monday.</p></main>`,
  ],
  [
    'a long page with a login beside it',
    `<main>${FILLER.repeat(20)}<form><input type="password"></form></main>`,
  ],
  [
    'a page about signing in',
    '<title>Sign in with a key</title><main><p>Press the key when the page asks.</p></main>',
  ],
  [
    'a notice of a page with a mount',
    '<div id="app"><main><p>Closed on Monday.</p></main></div><script src="a.js"></script>',
  ],
])('%s is read', (_, html) => {
  expect(reasonOf(html)).toBe(1)
})

test('elements may be nested as deep as the limit, and no deeper', () => {
  // Around them are html and body.
  const nest = (depth: number) => `${'<div>'.repeat(depth - 2)}Deep`
  expect(reasonOf(nest(DEPTH_MAX))).toBe(1)
  expect(reasonOf(nest(DEPTH_MAX + 1))).toBe('broken')
  expect(reasonOf(nest(100_000))).toBe('broken')
})

test('a page may have as many elements as the limit, and no more', () => {
  // Besides them there are html, head, body and one paragraph.
  const fill = (count: number) => `<p>Text</p>${'<wbr>'.repeat(count - 4)}`
  expect(reasonOf(fill(ELEMENTS_MAX))).toBe(1)
  expect(reasonOf(fill(ELEMENTS_MAX + 1))).toBe('broken')
})

test('links are kept up to the limit', () => {
  const links = (count: number) =>
    read(Array.from({ length: count }, (_, index) => `<a href="/${index}">a</a>`).join('') + FILLER)
      .links
  expect(links(LINKS_MAX)).toHaveLength(LINKS_MAX)
  expect(links(LINKS_MAX + 1)).toHaveLength(LINKS_MAX)
})

test('a link is kept up to the longest address', () => {
  const link = (letters: number) =>
    read(`<a href="/${'a'.repeat(letters - 'https://a.example/'.length)}">a</a>${FILLER}`).links
  expect(link(LINK_LETTERS_MAX)).toHaveLength(1)
  expect(link(LINK_LETTERS_MAX + 1)).toHaveLength(0)
})

test('a page whose heading and title are texts is read', () => {
  const long = 'A heading that never ends. '.repeat(3_000)
  expect(reasonOf(`<title>${long} | Shop</title><h1>${long}</h1>${FILLER}`)).toBe(1)
})

test('a page with thousands of days in one element is read at small cost', () => {
  const before = process.cpuUsage()
  const { sections } = read(`<main>${'<time>1 May 2020</time> Text.'.repeat(10_000)}</main>`)
  const { user } = process.cpuUsage(before)

  expect(sections).toHaveLength(1)
  // Some 200 ms; with the whole text around each day 20 seconds.
  expect(user / 1_000).toBeLessThan(4_000)
})
