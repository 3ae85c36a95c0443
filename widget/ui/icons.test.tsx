import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as lucide from 'lucide-react'
import { expect, test } from 'vitest'
import { mount } from './mount.test-support.tsx'

const WIDGET = resolve(import.meta.dirname, '..')
const IMPORT_PATTERN = /^import \{([^}]+)\} from 'lucide-react'/gm
const imported = new Set(
  globSync('**/*.tsx', { cwd: WIDGET })
    .filter((path) => !path.includes('.test'))
    .flatMap((path) => [...readFileSync(resolve(WIDGET, path), 'utf8').matchAll(IMPORT_PATTERN)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' as ')[0]!)),
)

// The specification's names; "stop square" is `square` there, "refresh" is `refresh-cw`.
test.each([
  'PanelLeft',
  'Plus',
  'Check',
  'Pencil',
  'RefreshCw',
  'Square',
  'ArrowDown',
  'ChevronRight',
  'Layers',
  'ShieldCheck',
] as const)(
  'the frame draws the icon %s, hidden from screen readers (2.28, 2.29)',
  async (name) => {
    expect(imported).toContain(name)
    expect(imported).not.toContain('NoSuchIcon')

    const Sign = lucide[name]
    const page = await mount(<Sign className="small" />)

    const drawing = page.container.querySelector('svg')!
    expect(drawing.classList).toContain('lucide')
    expect(drawing.classList).toContain('small')
    expect(drawing.getAttribute('aria-hidden')).toBe('true')
    await page.unmount()
  },
)
