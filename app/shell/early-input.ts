type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What somebody did on a page before its code had arrived. */
interface EarlyInput {
  /** Controls that they changed. */
  edited: Set<Control>;
  /** The button they pressed last, or the form they sent by other means. */
  pressed: HTMLElement | null;
  stop(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Runs in the head. A page can be read long before it can answer on a slow line: this notes what is changed and pressed
 * meanwhile. A form without an address of its own is held back, because the browser would send it by loading the page
 * anew, with what was typed in its address.
 */
export const earlyInputScript = `(()=>{const kinds=['click','input','change','submit'],edited=new Set,early=window.earlyInput={edited,pressed:null,stop(){for(const k of kinds)removeEventListener(k,hear,true)}};function hear(e){const t=e.target;if(e.type=='click'){const b=t.closest('button');if(b&&!(b.form&&b.form.hasAttribute('action')))early.pressed=b}else if(e.type!='submit')edited.add(t);else if(!t.hasAttribute('action')){e.preventDefault();early.pressed=e.submitter||t}}for(const k of kinds)addEventListener(k,hear,true)})()`;

/** Ends the noting; called right before React begins to listen by itself. */
export function stopNotingEarlyInput(): void {
  window.earlyInput?.stop();
}

/** Does once more, with the page awake, what was done before; what left the page meanwhile is forgotten. */
export function replayEarlyInput(): void {
  const early = window.earlyInput;
  if (!early) return;
  delete window.earlyInput;
  early.stop();
  // All is read before anything is said: React puts what it knows back into every control that it renders.
  const again = [...early.edited].flatMap(announcementOf);
  const { pressed } = early;
  if (pressed) again.push(() => press(pressed));
  // Each in a task of its own, as from a person: what one says has been rendered before the next is heard.
  const next = () => {
    again.shift()?.();
    if (again.length > 0) setTimeout(next);
  };
  next();
}

function press(pressed: HTMLElement): void {
  if (!pressed.isConnected) return;
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}

/** What has to be done for React to hear of a control: it compares with what it last knew, so that has to differ. */
function announcementOf(control: Control): (() => void)[] {
  if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')) {
    const { checked } = control;
    // A radio button that lost its mark to another has nothing to say.
    if (control.type === 'radio' && !checked) return [];
    return [
      () => {
        control.checked = !checked;
        control.click();
      },
    ];
  }
  const { value } = control;
  return [
    () => {
      if (!(control instanceof HTMLSelectElement) && control.type !== 'file') {
        control.value = '';
        const untracked = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
        untracked?.set?.call(control, value);
      }
      for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }));
    },
  ];
}
