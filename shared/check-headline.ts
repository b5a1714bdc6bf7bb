/** What a check comes to in a few words, in the window as in its reports. @param passed how many of what was judged */
export function checkHeadline(isBroken: boolean, passed: number): string {
  if (isBroken) return 'Requirements are broken';
  return passed > 0 ? 'No requirement is broken' : 'Nothing was judged';
}
