import type { StateLook } from '../../e2e/states/show-state.ts'

/** A look for photographing states, with its own sheets. */
export interface PictureLook extends StateLook {
  readonly name: string
  /** Limited to states with a star. */
  readonly isForStarred?: true
  readonly isForced?: true
}

const NARROW = { width: 320, height: 256 }

export const PICTURE_LOOKS: readonly PictureLook[] = [
  { name: 'light' },
  { name: 'dark', scheme: 'dark' },
  { name: 'arabic', lang: 'ar', isForStarred: true },
  { name: 'arabic-dark', lang: 'ar', scheme: 'dark', isForStarred: true },
  { name: 'forced', isForStarred: true, isForced: true },
  { name: 'narrow', size: NARROW, isForStarred: true },
  { name: 'narrow-dark', size: NARROW, scheme: 'dark', isForStarred: true },
]
