import { expect, test } from 'vitest'
import { disarmFormulas } from './formula.ts'

test.each([
  ['=HYPERLINK(1)', "'=HYPERLINK(1)"],
  ['＋1', "'＋1"],
  ['ok;=1+1;', "ok;'=1+1;"],
  ['ok\n@SUM(1)', "ok\n'@SUM(1)"],
  ['ok\t＝1', "ok\t'＝1"],
  ['ok;-1+1', "ok;'-1+1"],
  ['ok\n- cmd|x', "ok\n'- cmd|x"],
  ['=1;+1', "'=1;'+1"],
])('%j begins no cell as a formula, wherever a spreadsheet splits', (text, cell) => {
  expect(disarmFormulas(text)).toBe(cell)
})

test.each(['a = b; c = d', '- one\n- two', 'a\n---\nb', 'yes ;-)', '1-2', 'a@b', ''])(
  '%j stays as it is behind its beginning',
  (text) => {
    expect(disarmFormulas(`: ${text}`)).toBe(`: ${text}`)
  },
)
