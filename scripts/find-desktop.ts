import { join } from 'node:path'
import { ensureProgram, isExecutable, mayInstall } from './debian-package.ts'
import { findInLibraries, findOnPath } from './find-engines.ts'

/** A program of Debian: on the path, or a file at a fixed place or in the folder of the machine's libraries. */
interface Part {
  readonly debianPackage: string
  readonly command?: string
  readonly file?: string
  readonly library?: string
}

const IM_MODULES = 'gtk-3.0/3.0.0/immodules'

/** Programs of a desktop: screen, keys, input methods, screen reader and voices. */
const PARTS = {
  screen: { debianPackage: 'xvfb', command: 'Xvfb' },
  keyboard: { debianPackage: 'xdotool', command: 'xdotool' },
  bus: { debianPackage: 'dbus-daemon', command: 'dbus-daemon' },
  ibusDaemon: { debianPackage: 'ibus', command: 'ibus-daemon' },
  ibus: { debianPackage: 'ibus', command: 'ibus' },
  ibusModule: { debianPackage: 'ibus-gtk3', library: join(IM_MODULES, 'im-ibus.so') },
  hangul: { debianPackage: 'ibus-hangul', file: '/usr/libexec/ibus-engine-hangul' },
  fcitx: { debianPackage: 'fcitx5', command: 'fcitx5' },
  fcitxRemote: { debianPackage: 'fcitx5', command: 'fcitx5-remote' },
  fcitxModule: {
    debianPackage: 'fcitx5-frontend-gtk3',
    library: join(IM_MODULES, 'im-fcitx5.so'),
  },
  anthy: { debianPackage: 'fcitx5-anthy', library: 'fcitx5/anthy.so' },
  orca: { debianPackage: 'orca', command: 'orca' },
  speech: { debianPackage: 'speech-dispatcher', command: 'speech-dispatcher' },
  voice: {
    debianPackage: 'speech-dispatcher-espeak-ng',
    file: '/usr/lib/speech-dispatcher-modules/sd_espeak-ng',
  },
} as const satisfies Readonly<Record<string, Part>>

type PartName = keyof typeof PARTS
type Paths<Name extends PartName> = Readonly<Record<Name, string>>

const DESKTOP = ['screen', 'keyboard', 'bus'] as const
const INPUT_METHODS = [
  ...(['ibusDaemon', 'ibus', 'ibusModule', 'hangul'] as const),
  ...(['fcitx', 'fcitxRemote', 'fcitxModule', 'anthy'] as const),
] as const

export type DesktopPrograms = Paths<(typeof DESKTOP)[number]>
export type InputMethodPrograms = DesktopPrograms & Paths<(typeof INPUT_METHODS)[number]>
export type ReaderPrograms = DesktopPrograms & Paths<'orca' | 'speech'>
export type VoicePrograms = DesktopPrograms & Paths<'speech' | 'voice'>

/** Each is `undefined` if a program is missing. */
export const findInputMethods = (): InputMethodPrograms | undefined =>
  findParts([...DESKTOP, ...INPUT_METHODS])
export const findReader = (): ReaderPrograms | undefined =>
  findParts([...DESKTOP, 'orca', 'speech'])
export const findVoice = (): VoicePrograms | undefined => findParts([...DESKTOP, 'speech', 'voice'])

/** Advice if tests with programs of a desktop are skipped. */
export const DESKTOP_ADVICE = `There is no desktop to type and listen on: install it (Debian: apt-get install ${listPackages().join(' ')}).`

/** Installs Debian's packages if this process may; otherwise the tests that need them are skipped. */
export function ensureDesktop(): void {
  if (!mayInstall()) return
  for (const [name, part] of Object.entries<Part>(PARTS)) {
    const { debianPackage } = part
    ensureProgram({ name, debianPackage, find: () => findPart(part), advice: DESKTOP_ADVICE })
  }
}

function findParts<Name extends PartName>(names: readonly Name[]): Paths<Name> | undefined {
  const found = names.map((name) => [name, findPart(PARTS[name])] as const)
  if (found.some(([, path]) => path === undefined)) return undefined
  return Object.fromEntries(found) as Paths<Name>
}

function findPart({ command, file, library }: Part): string | undefined {
  if (command !== undefined) return findOnPath([command], process.env)
  if (library !== undefined) return findInLibraries(library)
  return file !== undefined && isExecutable(file) ? file : undefined
}

function listPackages(): readonly string[] {
  return [...new Set(Object.values(PARTS).map(({ debianPackage }) => debianPackage))]
}
