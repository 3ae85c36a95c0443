import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { decidePaste } from './decide-paste.ts'

const image = { name: 'image.png', type: 'image/png' }
const pdf = { name: 'a.pdf', type: 'application/pdf' }
const WORD = '<html><head><style>p{x:y}</style></head><body><!--StartFragment--><p>Words</p></body>'

test.each([
  ['words alone', { files: [], text: 'Words', html: '' }, 'text'],
  ['a picture alone', { files: [image], text: '', html: '' }, 'files'],
  ['words of Word with their bitmap twin', { files: [image], text: 'Words', html: WORD }, 'text'],
  ['the same without plain text', { files: [image], text: '', html: WORD }, 'text'],
  [
    'a picture of a web page, which comes with its markup',
    { files: [image], text: '', html: '<meta charset="utf-8"><img src="https://a.example/b.png">' },
    'files',
  ],
  [
    'a picture of Word, which comes with empty markup',
    { files: [image], text: ' \r\n', html: '<style>p{x:y}</style><p>&nbsp;</p>' },
    'files',
  ],
  [
    'a picture of a folder, with its name',
    { files: [image], text: 'image.png', html: '' },
    'files',
  ],
  [
    'two of a folder, with their paths',
    {
      files: [image, { ...image, name: 'b.png' }],
      text: '/home/me/image.png\n/home/me/b.png',
      html: '',
    },
    'files',
  ],
  ['a file that is no picture, with words', { files: [pdf], text: 'Words', html: '' }, 'files'],
] as const)('of %s (U76)', (_, pasted, decision) => {
  expect(decidePaste(pasted)).toBe(decision)
})

test.each(['<p ', '<!--', '<style>', '<p>', '<style></style'])(
  'goes over a megabyte of %j once',
  (piece) => {
    const html = piece.repeat(1_000_000 / piece.length)
    const spentMs = startCpuTimer()
    expect(decidePaste({ files: [image], text: '', html })).toBe('files')
    expect(spentMs()).toBeLessThan(1_000)
  },
)
