/**
 * The one field for a number. What is typed stays as it is until the field is left, whatever is made of it meanwhile: `0.`
 * and `-` are on their way to a number, and not 0. The decimal sign is that of the region; point and comma are both taken.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { type Draft, draftOf, valueOfDraft, valueWhenLeft } from './number-draft.ts';
import { decimalSign } from './region.ts';

type Shown = Pick<
  NumberInputProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'placeholder'
  | 'error'
  | 'size'
  | 'w'
  | 'step'
  | 'suffix'
  | 'disabled'
  | 'hideControls'
>;

interface Common extends Shown {
  /** Of what is typed. */
  min?: number;
  max?: number;
  /** What is typed is so many times the value: 100 where a share is typed in percent. */
  times?: number;
  /** No decimals. */
  whole?: boolean;
  /** Told once it is left, and not at each key. */
  whenLeft?: boolean;
}

/** `optional`: it may be empty. Else it goes back to its value where it is left without a number. */
type NumberFieldProps = Common &
  (
    | { optional: true; value: number | undefined; onChange: (value: number | undefined) => void }
    | { optional?: false; value: number; onChange: (value: number) => void }
  );

export function NumberField(props: NumberFieldProps) {
  const { min, max, times, whole = false, whenLeft = false, optional: _, onChange: __, value, ...shown } = props;
  const bounds = { min, max, times };
  /** What is typed, and the value that was told of it last; undefined while nobody types. */
  const [typing, setTyping] = useState<{ draft: Draft; told: number | undefined }>();
  const tell = (next: number | undefined) => {
    const before = typing ? typing.told : value;
    if (next === before || (next === undefined && !props.optional)) return before;
    if (props.optional) props.onChange(next);
    else if (next !== undefined) props.onChange(next);
    return next;
  };
  const settle = () => {
    if (typing === undefined) return;
    tell(valueWhenLeft(typing.draft, bounds));
    setTyping(undefined);
  };
  return (
    <NumberInput
      {...shown}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      allowDecimal={!whole}
      allowNegative={min === undefined || min < 0}
      // Bounds are kept when it is left: 5 may be the beginning of 50.
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      decimalSeparator={decimalSign()}
      valueIsNumericString
      value={typing?.draft ?? draftOf(value, bounds)}
      onChange={(next) => {
        setTyping({ draft: next, told: whenLeft ? value : tell(valueOfDraft(next, bounds)) });
      }}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
      }}
    />
  );
}
