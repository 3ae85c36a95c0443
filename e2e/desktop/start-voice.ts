import { findVoice } from '../../scripts/find-desktop.ts'
import type { Keyboard } from './keyboard.ts'
import { startDesktop, type Environment } from './start-desktop.ts'
import { startSpeech } from './start-speech.ts'

/** A desktop with real voices, whose sound goes nowhere. */
export interface VoiceDesktop {
  /** Environment for a browser that speaks. */
  readonly env: Environment
  readonly keyboard: Keyboard
  stop(): Promise<void>
}

/** Starts a desktop with speech-dispatcher and espeak-ng; `undefined` if a program is missing. */
export async function startVoice(): Promise<VoiceDesktop | undefined> {
  const programs = findVoice()
  if (!programs) return undefined
  const desktop = await startDesktop(programs)
  const env = { ...desktop.env, ...(await startSpeech(desktop, programs.speech, programs.voice)) }
  return { env, keyboard: desktop.keyboard, stop: () => desktop.end() }
}
