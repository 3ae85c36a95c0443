import type { Settings } from './read-settings.ts'

const TEXT_SIZES: Readonly<Record<Settings['textSize'], string>> = {
  normal: '',
  large: '112.5%',
  larger: '131.25%',
}

/** Applies settings to the document. All sizes are relative to the root's font size. */
export function applySettings(root: HTMLElement, { motion, textSize }: Settings): void {
  root.style.fontSize = TEXT_SIZES[textSize]
  root.toggleAttribute('data-still', motion === 'reduced')
}
