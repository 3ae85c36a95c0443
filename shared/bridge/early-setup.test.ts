import { describe, expect, it } from 'vitest'
import { readEarlySetup, writeEarlySetup } from './early-setup.ts'

const circular: Record<string, unknown> = {}
circular['self'] = circular

describe('the setup in the name of the iframe', () => {
  it('brings scheme, locale and the painted options to the frame', () => {
    const name = writeEarlySetup({ name: 'Ada', theme: { accent: '#123456' } }, 'dark', 'de', '7 1')

    expect(readEarlySetup(name)).toEqual({
      scheme: 'dark',
      locale: 'de',
      look: { name: 'Ada', theme: { accent: '#123456' } },
      visit: '7 1',
    })
  })

  it('says that a page without options has the default look', () => {
    expect(readEarlySetup(writeEarlySetup({}, 'light', '', '7 0'))).toEqual({
      scheme: 'light',
      look: {},
      visit: '7 0',
    })
  })

  it('leaves out options that are not painted', () => {
    const name = writeEarlySetup({ visitorProof: 'secret', name: 'Ada' }, 'light', '', '7 0')

    expect(name).not.toContain('secret')
    expect(readEarlySetup(name)).toEqual({
      scheme: 'light',
      look: { name: 'Ada' },
      visit: '7 0',
    })
  })

  it.each([
    [{}, 'fr'],
    [{ locale: 'html' }, 'fr'],
    [{ locale: 'pt-BR' }, 'pt-BR'],
  ])('takes the language from %j, else from the document', (all, locale) => {
    expect(readEarlySetup(writeEarlySetup(all, 'light', 'fr', '7 0'))?.locale).toBe(locale)
  })

  it('is empty for options without a JSON form', () => {
    expect(writeEarlySetup({ theme: circular }, 'light', 'en', '7 0')).toBe('')
  })

  it.each([
    ['', 'an empty name'],
    ['chat', 'a name of another page'],
    ['null', 'no object'],
    ['[]', 'a list'],
    ['{"scheme":"dark"}', 'no look'],
    ['{"look":[]}', 'a look that is a list'],
    ['{"look":{', 'a cut text'],
  ])('knows nothing from %s (%s)', (name) => {
    expect(readEarlySetup(name)).toBeUndefined()
  })

  it.each([
    ['{"look":{},"scheme":"pink"}'],
    ['{"look":{},"scheme":["dark"]}'],
    ['{"look":{},"locale":7}'],
    ['{"look":{},"visit":7}'],
  ])('ignores the wrong field of %s', (name) => {
    expect(readEarlySetup(name)).toEqual({ look: {} })
  })
})
