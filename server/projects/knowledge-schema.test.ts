import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { FIXED_SOURCES_MAX } from './knowledge-schema.ts'
import { parseConfig } from './parse-config.ts'

const parse = (knowledge: unknown) =>
  parseConfig(
    { projects: { shop: { knowledge } } },
    { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS },
  ).get('shop')?.knowledge

const files = (length: number) => Array.from({ length }, (_, index) => ({ file: `${index}.md` }))

test('a source has its kind, its place and all settings', () => {
  const [sitemap, folder] =
    parse([
      { sitemap: 'https://Shop.example/sitemap.xml#x', exclude: ['blog/**'], every: '6h' },
      { folder: 'manuals', readers: 'named', limits: { pages: 10 } },
    ]) ?? []

  expect(sitemap).toMatchObject({
    kind: 'sitemap',
    location: 'https://shop.example/sitemap.xml',
    settings: { exclude: ['blog/**'], every: '6h', depth: 5 },
  })
  expect(folder).toMatchObject({
    kind: 'folder',
    location: resolve('manuals'),
    settings: { readers: 'named', limits: { pages: 10, minutes: 120 } },
  })
})

test.each([
  [[{}], /expected exactly one of folder, file, sitemap, url/],
  [[{ folder: 'a', url: 'https://a.example/' }], /expected exactly one of/],
  [[{ sitemap: 'a' }], /knowledge\[0\]\.sitemap: .*begins with https/],
  [[{ folder: 'a', evry: '1d' }], /unknown key "evry"; did you mean "every"/],
  [[{ folder: 'a', every: '5m' }], /expected a number of hours or days/],
  [[{ file: 'a.md' }, { file: './a.md' }], /two entries are the same source/],
])('%j is refused with its reason', (knowledge, reason) => {
  expect(() => parse(knowledge)).toThrow(reason)
})

test(`a project has ${FIXED_SOURCES_MAX} sources and no more`, () => {
  expect(parse(files(FIXED_SOURCES_MAX))).toHaveLength(FIXED_SOURCES_MAX)
  expect(() => parse(files(FIXED_SOURCES_MAX + 1))).toThrow(/at most 50 entries/)
})
