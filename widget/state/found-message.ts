import { atom } from 'jotai/vanilla'

/** A message that somebody looked for, and that is shown by now; another object each time. */
export const foundMessageAtom = atom<{ readonly id: string } | null>(null)
