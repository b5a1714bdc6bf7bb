/**
 * The frame of a printable report: what must stand on each of its pages (title, period, zone, sources, coverage), what it says, and
 * the ways out of the program: PDF where the window can be printed to one, else the browser's printing, and the same data as CSV.
 */
import './report.css';
import { Button } from '@mantine/core';
import { IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { type CsvValue, csvText } from '#shared/csv.ts';
import { call, useCall, useWorkspace } from '../../api/index.ts';
import { formatOwnTime } from '../format.ts';
import { notifyFailure } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { notifySaved, saveFile } from '../save-file.tsx';
import { Screen } from '../screen.tsx';

/** A label, and lines beside it. */
export type ReportFact = readonly [label: string, lines: readonly string[]];

interface ReportProps {
  /** What it is about: "Meter 1068234". */
  title: string;
  /** Of the files that are saved, without an ending. */
  fileName: string;
  crumbs: readonly ReactNode[];
  workspace: string;
  /** Below the title of each page: period, zone. */
  head: readonly ReportFact[];
  /** At the foot of each page: sources, coverage. */
  foot: readonly ReportFact[];
  /** The same data as rows, their heads first; undefined until all of it is here. Nothing is printed before. */
  csv: readonly (readonly CsvValue[])[] | undefined;
  children: ReactNode;
}

export function Report({ title, fileName, crumbs, workspace, head, foot, csv, children }: ReportProps) {
  const [writtenAt] = useState(Date.now);
  const version = useCall('app.info', undefined).data?.version ?? '';
  const { name } = useWorkspace(workspace) ?? { name: workspace };
  const written = `${formatOwnTime(writtenAt)}, by Meterscope ${version}, workspace ${name}`;
  return (
    <Screen title={`Report: ${title}`} crumbs={crumbs} actions={<WaysOut fileName={fileName} csv={csv} />}>
      <article className="ms-report" aria-label="Report" data-ready={csv !== undefined}>
        <table className="ms-report-frame" role="presentation">
          <thead>
            <tr>
              <td className="ms-report-cell">
                <div className="ms-report-head">
                  <h2>{title}</h2>
                  <ReportFacts facts={head} />
                </div>
              </td>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className="ms-report-cell">{children}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <td className="ms-report-cell">
                <div className="ms-report-foot">
                  <ReportFacts facts={[...foot, ['Written', [written]]]} />
                </div>
              </td>
            </tr>
          </tfoot>
        </table>
      </article>
    </Screen>
  );
}

/** Facts in small print. */
export function ReportFacts({ facts }: { facts: readonly ReportFact[] }) {
  return (
    <dl className="ms-report-facts">
      {facts.map(([label, lines]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          {/* The lines of a fact are read one after the other. */}
          <dd>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function WaysOut({ fileName, csv }: Pick<ReportProps, 'fileName' | 'csv'>) {
  const pdf = useCall('app.info', undefined).data?.capabilities.pdf;
  const [isPrinting, setPrinting] = useState(false);
  const savePdf = async () => {
    setPrinting(true);
    try {
      const saved = await call('export.pdf', { name: `${fileName}.pdf` });
      if (saved) notifySaved(saved.path);
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setPrinting(false);
    }
  };
  const saveCsv = (rows: readonly (readonly CsvValue[])[]) =>
    void saveFile(`${fileName}.csv`, new Blob([csvText(rows, csvOptions())], { type: 'text/csv' }));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypeCsv size={15} aria-hidden />}
        disabled={csv === undefined}
        onClick={() => csv && saveCsv(csv)}
      >
        Save as CSV
      </Button>
      <Button
        leftSection={<IconPrinter size={15} aria-hidden />}
        disabled={csv === undefined || pdf === undefined}
        loading={isPrinting}
        onClick={() => (pdf ? void savePdf() : window.print())}
      >
        {pdf ? 'Save as PDF' : 'Print, or save as PDF'}
      </Button>
    </>
  );
}

interface ReportTableProps {
  label: string;
  heads: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
  /** All rows are alike; else the last one sums up, and is bold. */
  isList?: boolean;
}

/** Numbers as a table whose head is repeated on each page. */
export function ReportTable({ label, heads, rows, isList = false }: ReportTableProps) {
  return (
    <table className="ms-report-numbers" aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, as an hour does
          <tr key={place} data-sum={(!isList && place === rows.length - 1) || undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
