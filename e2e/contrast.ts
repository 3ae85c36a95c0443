const linear = (value: number) =>
  value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

/** Relative luminance of a colour, 0 to 1, as in WCAG 2. Each channel is 0 to 255. */
export const lightOf = (red: number, green: number, blue: number): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG's contrast ratio of two luminances, 1 to 21. */
export const contrastOf = (light: number, other: number): number =>
  (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05)
