import { expect, test } from 'vitest'
import { findPageTag } from './find-page-tag.ts'

const PAGE = new URL('https://shop.test/help/')
const SRC = 'https://chat.test/alcove.js'

test.each([
  [`<script async src="${SRC}" data-app="shop"></script>`, undefined],
  [`<SCRIPT SRC=${SRC} data-app=shop type='module'></SCRIPT>`, undefined],
  [
    `<script type="0a1b-text/javascript" src="${SRC}" data-app="shop">`,
    'type="0a1b-text/javascript"',
  ],
  [`<script type="litespeed/javascript" data-src='${SRC}' data-app='shop'>`, 'data-src="…"'],
  [`<script data-rocket-src="${SRC}?ver=6" data-app="shop" type="x">`, 'data-rocket-src="…"'],
])('%s is the tag', (html, rewritten) => {
  const tag = findPageTag(`<script src="/other.js"></script>${html}`, PAGE)

  expect([tag?.src.origin, tag?.app, tag?.rewritten]).toEqual([
    'https://chat.test',
    'shop',
    rewritten,
  ])
})

test.each([
  '<script src="/notalcove.js"></script>',
  '<script src="https://chat.test/alcove.js.map"></script>',
  `<img data-src="${SRC}">`,
  `<script>fetch("${SRC}")</script>`,
])('%s is none', (html) => {
  expect(findPageTag(html, PAGE)).toBeUndefined()
})
