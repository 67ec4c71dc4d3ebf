// Numbers with their noun, in English.
export function requests (count: number): string {
  return counted(count, 'request')
}

export function counted (count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
