/** The editor of a query. It owns the text while it is edited; others set it and insert into it through its handle. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { QueryViews } from '#shared/contract/query.ts';
import { styleNonce } from '../../ui/style-nonce.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { sqlColours, sqlLanguage } from './sql-language.ts';

export interface SqlHandle {
  /** Puts another text in its place; undo brings the old one back. */
  replace: (text: string) => void;
  /** Writes at the cursor. */
  insert: (text: string) => void;
  /** Shows where something is wrong, and puts the cursor there. @param offset in characters */
  point: (offset: number) => void;
}

interface SqlEditorProps {
  ref: Ref<SqlHandle>;
  initial: string;
  onChange: (text: string) => void;
  onRun: () => void;
  known: QueryViews | undefined;
}

export function SqlEditor({ ref, initial, onChange, onRun, known }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const language = useRef(new Compartment());
  const latest = useLatest({ onChange, onRun });
  const begins = useRef({ initial, known });
  useEffect(() => {
    if (!place.current) return;
    const run = () => {
      latest.current.onRun();
      return true;
    };
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: begins.current.initial,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          // Before the editor's own keys, one of which it is.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
          lineNumbers(),
          history(),
          bracketMatching(),
          autocompletion({ icons: false }),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.domEventHandlers({ beforeinput: replaceSelected }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'SQL', spellcheck: 'false', tabindex: '0' }),
          placeholder('SELECT ... FROM readings'),
          language.current.of(sqlLanguage(begins.current.known)),
          sqlColours,
          mistakes,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    editor.current?.dispatch({ effects: language.current.reconfigure(sqlLanguage(known)) });
  }, [known]);
  useImperativeHandle(ref, () => ({
    replace: (text) => {
      const view = editor.current;
      view?.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
      view?.focus();
    },
    insert: (text) => {
      const view = editor.current;
      view?.dispatch(view.state.replaceSelection(text));
      view?.focus();
    },
    point: (offset) => {
      const view = editor.current;
      if (!view) return;
      const at = Math.min(offset, view.state.doc.length);
      view.dispatch({ effects: markMistake.of(at), selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
  }));
  return <div ref={place} className="ms-sql" data-testid="sql" />;
}

/** Typing over a selection: Chromium would write the style of what was there into the page, which its policy forbids. */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false;
  view.dispatch({ ...view.state.replaceSelection(data), userEvent: 'input.type', scrollIntoView: true });
  event.preventDefault();
  return true;
}

const markMistake = StateEffect.define<number>();

/** The word where something is wrong is underlined, until the text is changed. */
const mistakes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marked, { docChanged, effects, newDoc, state }) => {
    const effect = effects.find((one) => one.is(markMistake));
    if (!effect) return docChanged ? Decoration.none : marked;
    const word = state.wordAt(effect.value);
    const from = word?.from ?? Math.max(0, Math.min(effect.value, newDoc.length - 1));
    const to = word?.to ?? Math.min(newDoc.length, from + 1);
    return to > from ? Decoration.set(Decoration.mark({ class: 'ms-sql-mistake' }).range(from, to)) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});
