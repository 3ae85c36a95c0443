import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTranslator, type Translator } from '../../e2e/fake-translator.ts'
import { keepOwnTexts } from './keep-own-texts.ts'
import { mount, type Mounted } from './mount.test-support.tsx'

let stop: () => void
let translator: Translator | undefined
let mounted: Mounted | undefined

beforeEach(() => {
  stop = keepOwnTexts(document.body)
})
afterEach(async () => {
  translator?.showOriginal()
  stop()
  await mounted?.unmount()
  mounted = undefined
})

/** Observers are called in microtasks. */
const settle = async () => {
  for (let turns = 0; turns < 4; turns += 1) await Promise.resolve()
}

const HOWS = ['replaces', 'inserts', 'wraps'] as const

describe.each(HOWS)('a translator that %s text nodes', (how) => {
  const translate = async () => {
    translator = startTranslator({ how, isHeeding: false })
    await settle()
  }
  const draw = async (tree: React.ReactNode) => {
    if (mounted) await mounted.render(tree)
    else mounted = await mount(tree)
    await settle()
    return mounted.container.textContent
  }
  test('sees each new text and nothing of the old one', async () => {
    const line = (words: string) => (
      <p>
        <b>1</b> {words}
        <i>!</i>
      </p>
    )
    await draw(line('Hello'))
    await translate()
    expect(mounted!.container.querySelector('font')).not.toBeNull()
    expect(mounted!.container.textContent).toBe('«1» «Hello»«!»')

    expect(await draw(line('Good'))).toBe('«1» «Good»«!»')
    expect(await draw(line('Good bye'))).toBe('«1» «Good bye»«!»')
  })

  test('does not hinder what comes, goes and moves beside its words', async () => {
    await draw(
      <p>
        One<b key="b">two</b>
      </p>,
    )
    await translate()

    expect(
      await draw(
        <p>
          <i>zero</i>
          One<b key="b">two</b>
        </p>,
      ),
    ).toBe('«zero»«One»«two»')
    expect(
      await draw(
        <p>
          {null}
          {null}
          <b key="b">two</b>
        </p>,
      ),
    ).toBe('«two»')
    expect(await draw(<p>Three</p>)).toBe('«Three»')
    expect(await draw(<p />)).toBe('')
  })

  test('gives the words back, to which new ones can be written', async () => {
    const line = (words: string) => (
      <p>
        {words} <b>one</b>
      </p>
    )
    await draw(line('Only'))
    await translate()

    translator!.showOriginal()
    await settle()
    expect(mounted!.container.textContent).toBe('Only one')
    expect(mounted!.container.querySelector('font')).toBeNull()
    expect(await draw(line('Not only'))).toBe('Not only one')
  })
})

test('a translator that replaces its own words by others leaves none behind', async () => {
  const line = (words: string) => (
    <p>
      {words} <b>one</b>
    </p>
  )
  mounted = await mount(line('Only'))
  translator = startTranslator({ how: 'replaces', isHeeding: false })
  await settle()
  const other = document.createElement('font')
  other.append('Seul')
  mounted.container.querySelector('font')!.replaceWith(other)
  await settle()
  expect(mounted.container.textContent).toBe('Seul «one»')

  await mounted.render(line('Not only'))
  await settle()
  expect(mounted.container.textContent).toBe('«Not only» «one»')
})

test('elements of the frame that take the place of a text are left alone', async () => {
  mounted = await mount(<p>Text{null}</p>)
  await mounted.render(
    <p>
      {null}
      <b>Bold</b>
    </p>,
  )
  await settle()

  expect(mounted.container.innerHTML).toBe('<p><b>Bold</b></p>')
})
