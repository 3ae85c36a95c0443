import { expect, test } from 'vitest'
import SHELL_CSS from '../shell.css?inline'
import PANEL_CSS from './panel.css?inline'
import { SHEET_QUERY, WIDE_QUERY } from './panel-queries.ts'

test('the panel asks for the windows that its style sheet asks for', () => {
  const conditions = [...(SHELL_CSS + PANEL_CSS).matchAll(/@media ([^{]+) \{/g)].map(
    ([, text]) => text,
  )

  expect(conditions).toEqual(expect.arrayContaining([WIDE_QUERY, SHEET_QUERY]))
  expect(conditions).not.toContain('(min-width: 1px)')
})
