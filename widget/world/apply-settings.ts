import type { Settings } from './settings.ts'

const TEXT_SIZES: Readonly<Record<Settings['textSize'], string>> = {
  normal: '',
  large: '112.5%',
  larger: '131.25%',
}

/** Draws the document as its person wants it: all sizes are of the root's letters. */
export function applySettings(root: HTMLElement, { motion, textSize }: Settings): void {
  root.style.fontSize = TEXT_SIZES[textSize]
  root.toggleAttribute('data-still', motion === 'reduced')
}
