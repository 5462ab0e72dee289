declare global {
  interface Window {
    earlyReplacements?: { observer: MutationObserver; records: MutationRecord[] };
  }
}

/**
 * Runs in the head and records nodes removed from the page, which a parser never does: a translator may replace texts
 * before the app's code has loaded. `replaced-texts.ts` reads the records.
 */
export const earlyReplacementsScript =
  '(()=>{const records=[];const observer=new MutationObserver(l=>{records.push(...l.filter(r=>r.removedNodes.length))});observer.observe(document,{childList:true,subtree:true});window.earlyReplacements={observer,records}})()';
