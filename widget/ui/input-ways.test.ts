import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')
const sources = globSync('{widget,loader}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !/\.test[.-]|\/testing\//.test(path),
)

/** Each file with a field, and the type that the field declares. */
const fields = sources
  .flatMap((path) =>
    [...read(path).matchAll(/<(input|textarea|select)\b([^>]*)/g)].map(([, tag = '', rest = '']) =>
      `${path} ${tag} ${/type="(\w+)"/.exec(rest)?.[1] ?? ''}`.trim(),
    ),
  )
  .toSorted((a, b) => a.localeCompare(b))

test('no field of the chat asks for a person’s identity, a code or a password (A08, A42, A43)', () => {
  // Add a new field here after a check of its type.
  expect(fields).toEqual([
    'widget/composer/attach-button.tsx input file',
    'widget/markdown/block-view.tsx input checkbox',
    'widget/menu/allowed-tools.tsx input checkbox',
    'widget/menu/settings-dialog.tsx select',
    'widget/menu/switch.tsx input checkbox',
    'widget/messages/actions/feedback-actions.tsx textarea',
    'widget/thread-list/rename-field.tsx input',
    'widget/thread-list/search-field.tsx input search',
    'widget/ui/auto-grow-textarea.tsx textarea',
  ])
})

test('touches are heard for scrolling, and beside a page’s dialog, so that no gesture is needed (A30)', () => {
  const hearing = sources.filter((path) =>
    /['"]touch(start|move|end)['"]|onTouch\w+=/.test(read(path)),
  )

  // The loader's listener only passes an event on to its own elements.
  expect(hearing).toEqual(['loader/own-events.ts', 'widget/messages/log/listen-scroll-intent.ts'])
  expect(read(hearing[1]!)).not.toContain('preventDefault')
})

test('pointers that drag are heard by the viewer of images alone, whose gestures have buttons (A30)', () => {
  const hearing = sources.filter((path) => /onPointerMove=/.test(read(path))).toSorted()

  // e2e/viewer.spec.ts tests buttons for the same actions. A tooltip detects pointing.
  expect(hearing).toEqual(['widget/files/viewer/viewer-stage.tsx', 'widget/ui/tooltip.tsx'])
  expect(read('widget/ui/tooltip.tsx')).not.toMatch(/onPointerUp|PointerCapture|clientX/)
})
