/** Leads from a request back to what it was made for. */
import type { ReactNode } from 'react';
import type { ListSubject, RequestSubject, RequestView } from '#shared/contract/requests.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { subjectWords } from './requests-address.ts';

/** More events than these are only counted. */
const EVENTS_LISTED = 10;

interface SubjectsProps {
  workspace: string;
  request: RequestView;
  about: readonly RequestSubject[];
}

export function Subjects({ workspace, request: { id: request, job, tokenScope, purpose }, about }: SubjectsProps) {
  const events = about.filter(({ kind }) => kind === 'event').length;
  const listed = about.filter(({ kind }, index) => kind !== 'event' || index < EVENTS_LISTED);
  return (
    <ul className="ms-request-subjects" aria-label="Made for">
      {purpose === undefined ? null : <li>{purpose}</li>}
      {listed.map((subject) => (
        <li key={`${subject.kind} ${subject.id}`}>
          <SubjectLink workspace={workspace} request={request} {...subject}>
            {subjectWords[subject.kind]} {subject.id}
          </SubjectLink>
        </li>
      ))}
      {listed.length < about.length ? <li>and other events, {events} in all</li> : null}
      {job === undefined ? null : (
        <li>
          <SubjectLink workspace={workspace} kind="job" id={job}>
            {subjectWords.job} {job}
          </SubjectLink>
        </li>
      )}
      {tokenScope === undefined ? null : (
        <li>
          <AnchorLink
            inherit
            to="/w/$workspace/authorizations/$authorization"
            params={{ workspace, authorization: tokenScope }}
          >
            Authorization {tokenScope}
          </AnchorLink>
        </li>
      )}
    </ul>
  );
}

interface SubjectLinkProps extends ListSubject {
  workspace: string;
  /** Id of the request that it was made with. */
  request?: string;
  children: ReactNode;
}

export function SubjectLink({ workspace, kind, id, request, children }: SubjectLinkProps) {
  switch (kind) {
    case 'run':
      return (
        <AnchorLink inherit to="/w/$workspace/support/runs/$run" params={{ workspace, run: id }}>
          {children}
        </AnchorLink>
      );
    case 'collection':
      return (
        <AnchorLink inherit to="/w/$workspace/collections/$collection" params={{ workspace, collection: id }}>
          {children}
        </AnchorLink>
      );
    case 'event':
      return (
        <AnchorLink inherit to="/w/$workspace/events" params={{ workspace }} search={{ event: id }}>
          {children}
        </AnchorLink>
      );
    case 'browser':
      return (
        <AnchorLink inherit to="/w/$workspace/resources" params={{ workspace }} search={request ? { request } : {}}>
          {children}
        </AnchorLink>
      );
    case 'check':
      return (
        <AnchorLink inherit to="/w/$workspace/check" params={{ workspace }} search={{ tab: 'service' }}>
          {children}
        </AnchorLink>
      );
    case 'job':
      return (
        <AnchorLink inherit to="/w/$workspace/jobs" params={{ workspace }}>
          {children}
        </AnchorLink>
      );
  }
}
