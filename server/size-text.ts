const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** `499.9 MiB`, `12.3 GiB`: rounded down. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < GIB ? (['MiB', MIB] as const) : (['GiB', GIB] as const)
  return `${(Math.floor((bytes / size) * 10) / 10).toFixed(1)} ${unit}`
}
