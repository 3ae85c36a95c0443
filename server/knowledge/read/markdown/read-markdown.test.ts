import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'

const read = (text: string) => readMarkdown(text, 'https://a.example/docs/webhooks.md')

test('front matter gives title, language and date, and is not text', () => {
  const document = read(
    '---\ntitle: "Web \\"hooks\\""\nlang: de # or en\ntags: [a]\nupdated: 2026-01-20\n---\n\nText.\n',
  )
  expect(document).toMatchObject({ title: 'Web "hooks"', language: 'de', date: '2026-01-20' })
  expect(document.sections).toEqual([{ headings: [], blocks: ['Text.'] }])
})

test('headings have the ids of GitHub, repeated ones with a number, or the id that they name', () => {
  const { sections } = read(
    '# Webhooks\n\nA.\n\nÄrger & Co.\n------\n\nB.\n\n## `job.done`\n\nC.\n\n## Ärger & Co.\n\nD.\n\n## Own {#mine}\n\nE.\n',
  )
  expect(sections.map(({ headings, anchor }) => [headings.join(), anchor])).toEqual([
    ['', 'webhooks'],
    ['Ärger & Co.', 'ärger--co'],
    ['job.done', 'jobdone'],
    ['Ärger & Co.', 'ärger--co-1'],
    ['Own', 'mine'],
  ])
})

test('tables, nested lists, code and containers keep their words and get their heads, numbers and language', () => {
  const { sections } = read(
    '| Event | Sent |\n| --- | ---: |\n| `a` | once |\n\n2. Two\n   - *inner*\n3. Three\n\n```js\nconst a = 1\n\n# no heading\n```\n\n::: tip Note\nInside.\n:::\n',
  )
  expect(sections).toEqual([
    {
      headings: [],
      blocks: [
        'Event\tSent',
        'a\tonce',
        'Two',
        'inner',
        'Three',
        'const a = 1',
        '# no heading',
        'Note',
        'Inside.',
      ],
      fullBlocks: [
        'Event | Sent',
        'Event: a; Sent: once',
        '2. Two',
        '  - inner',
        '3. Three',
        '```js\nconst a = 1',
        '\n# no heading\n```',
        'Note',
        'Inside.',
      ],
    },
  ])
})

test('HTML within Markdown is read as in a page; links are absolute', () => {
  const { sections, links } = read(
    'See [cli](./cli.md#x).\n\n<details><summary>More</summary>\n\nHidden **text**.\n\n</details>\n\n<script>alert(1)</script>\n\n![a](data:image/png;base64,AAAA)\n',
  )
  expect(sections).toEqual([
    { headings: [], blocks: ['See cli.'] },
    { headings: ['More'], blocks: ['Hidden text.'] },
  ])
  expect(links).toEqual(['https://a.example/docs/cli.md'])
})

test('a file without text is refused', () => {
  expect(() => read('---\ntitle: a\n---\n')).toThrow('The file has no text.')
})
