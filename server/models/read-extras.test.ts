import { expect, test } from 'vitest'
import { createExtraReader } from './read-extras.ts'

const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta }], ...more })
const source = (id: number, url: string, title?: string) => ({
  type: 'source',
  sourceType: 'url',
  id: `source-${id}`,
  url,
  ...(title === undefined ? {} : { title }),
})
const png = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } }
const ONE = 'https://one.example/'
const TWO = 'https://two.example/'

test.each([
  ['citations', chunk({}, { citations: [ONE, TWO] }), [source(1, ONE), source(2, TWO)]],
  [
    'citations in their order, with titles of results',
    chunk(
      {},
      { citations: [TWO, ONE], search_results: [{ url: ONE, title: 'One' }, { url: TWO }] },
    ),
    [source(1, TWO), source(2, ONE, 'One')],
  ],
  [
    'results alone',
    chunk({}, { search_results: [{ url: ONE, title: 'One' }] }),
    [source(1, ONE, 'One')],
  ],
  [
    'citations that are objects',
    chunk({}, { citations: [{ url: ONE, title: 'One' }] }),
    [source(1, ONE, 'One')],
  ],
  [
    'annotations',
    chunk({ annotations: [{ type: 'url_citation', url_citation: { url: ONE, title: 'One' } }] }),
    [source(1, ONE, 'One')],
  ],
  [
    'flat annotations',
    chunk({ annotations: [{ type: 'url_citation', url: ONE, title: '' }, { type: 'other' }] }),
    [source(1, ONE)],
  ],
  [
    'annotations of a whole message',
    { choices: [{ message: { annotations: [{ type: 'url_citation', url: ONE }] } }] },
    [source(1, ONE)],
  ],
  ['images', chunk({ images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }] }), [png]],
  ['images as addresses', chunk({ images: ['data:image/PNG;base64,AAAA'] }), [png]],
  [
    'an image of another site',
    chunk({ images: [{ image_url: { url: 'https://one.example/a.png' } }] }),
    [
      { type: 'text-start', id: 'image-1' },
      { type: 'text-delta', id: 'image-1', delta: '![](<https://one.example/a.png>)' },
      { type: 'text-end', id: 'image-1' },
    ],
  ],
  ['no image', chunk({ images: [{ image_url: { url: 'data:text/html;base64,AAAA' } }, 5] }), []],
  ['wrong kinds', chunk({ annotations: {}, images: 'x' }, { citations: [5, null, ''] }), []],
  ['an event of another dialect', { type: 'ping', citations: [ONE] }, []],
  ['no event', null, []],
])('reads %s', (_, event, parts) => {
  expect(createExtraReader().read(event)).toEqual(parts)
})

test('tells each address once, and each image', () => {
  const reader = createExtraReader()
  const event = chunk({ images: ['data:image/png;base64,AAAA'] }, { citations: [ONE] })

  expect(reader.read(event)).toEqual([source(1, ONE), png])
  expect(reader.read(event)).toEqual([png])
  expect(reader.read(chunk({}, { citations: [ONE, TWO] }))).toEqual([source(2, TWO)])
})
