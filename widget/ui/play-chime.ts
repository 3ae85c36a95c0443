/** Two short notes: high enough for a small loudspeaker, soft enough for a quiet room. */
const NOTES_HZ = [659.25, 880]
const NOTE_SECONDS = 0.12
const VOLUME = 0.06

let context: AudioContext | undefined

/**
 * Plays a sound for a new answer. Does nothing without audio, or if the browser blocks sound before the first
 * interaction.
 */
export function playChime(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
  const start = context.currentTime
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const from = start + index * NOTE_SECONDS
    const gain = context.createGain()
    gain.gain.setValueAtTime(VOLUME, from)
    // Fades to silence, since a sudden end would be heard as a click.
    gain.gain.exponentialRampToValueAtTime(0.001, from + 2 * NOTE_SECONDS)
    const note = context.createOscillator()
    note.frequency.value = frequency
    note.connect(gain).connect(context.destination)
    note.start(from)
    note.stop(from + 2 * NOTE_SECONDS)
  }
}
