import { PairMap } from "../base/pairMap.ts";
import type { DrawnBefore } from "./drawnBefore.ts";
import type { AgentCommand, ConfigOption, DialectName } from "./events.ts";
import type { RowId, SessionId, ToolCallId } from "./ids.ts";
import { OpenCalls } from "./openCalls.ts";
import type { RowBook } from "./rowBook.ts";
import { callOf, type Row, titleOf } from "./rows.ts";
import type { Run, Session, Turn, Wait } from "./session.ts";
import type { TerminalBook } from "./terminalBook.ts";
import type { ReportedState } from "./workState.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A run while it can still change. `lastMessageRowId` holds the message that will be the answer once the run ends. */
export type RunRecord = Writable<Run> & {
  lastMessageRowId?: RowId;
  isReopened?: boolean;
};

/** A prompt of ours whose echo by the agent would be the same words again; `seen` of them came. */
interface Echo {
  readonly rowId: RowId;
  readonly text: string;
  seen: string;
}

/** A session, writable: only the store holds it by this type. What is not in `Session` is the store's own book-keeping. */
export class SessionRecord implements Session {
  /** Changes only when stronger evidence names the child. */
  id: SessionId;
  readonly order: number;
  parentId: SessionId | null = null;
  standing: Session["standing"] = "detached";
  depth = 0;
  dialect: DialectName = "placeholder";
  title?: string;
  description?: string;
  role?: string;
  ownTitle?: string;
  updatedAt?: string;
  forkOf?: SessionId;
  ordinal = 0;
  state: ReportedState | null = null;
  lastKnownState?: string;
  cwd?: string;
  additionalDirectories?: readonly string[];
  model?: string;
  tokens?: number;
  modeId?: string;
  modes: Session["modes"] = [];
  config: readonly ConfigOption[] = [];
  pendingSettings: Session["pendingSettings"] = [];
  refusedSetting?: Session["refusedSetting"];
  commands: readonly AgentCommand[] = [];
  usage?: { readonly used?: number; readonly size?: number };
  cost?: { readonly amount: number; readonly currency: string };
  readonly children: SessionId[] = [];
  readonly runs: RunRecord[] = [];
  rows: RowBook;
  terminals: TerminalBook;
  launchToolCallId?: ToolCallId;
  cardRowId?: RowId;
  toolCallCount = 0;
  openRequestCount = 0;
  readonly turns: Writable<Turn>[] = [];
  readonly waits: Writable<Wait>[] = [];
  lastTurn?: Session["lastTurn"];
  silentFor?: number;
  isStopping = false;
  isRestoring = false;
  isHistory = false;
  isClosed = false;
  isLetGo = false;
  takenOverBy?: string;

  /** The cancel capability as the agent granted it last, on this connection and not in a replay. */
  isCancelGranted = false;
  /** A session above was cancelled by us while this one worked: its own end as cancelled comes of that, perhaps after the other's. */
  isStoppedFromAbove = false;
  /** Of a root: we asked its agent to let it go, which was not answered yet. */
  isBeingLetGo = false;
  /** Calls that failed since a stop of this session, or of one above it, was sent. */
  readonly failedWhileStopping = new Set<ToolCallId>();
  /** How many children were ever announced below this root, at any depth. */
  childCount = 0;
  openPromptCount = 0;
  /** How the restore under way was asked for. */
  restoring?: "load" | "resume";
  /** The rows drawn before a load go when its first frame comes. */
  isAwaitingRedraw = false;
  /** It was closed before the restore under way, and is so again when that fails. */
  wasClosed = false;
  /** What was drawn before the load under way: it knows more of some things, and may bring less. */
  drawnBefore?: DrawnBefore;
  /** What follows is what we kept of an earlier connection. */
  isReadingStored = false;
  /** Made by a prompt or a load that may yet be refused. */
  isProvisional = false;
  /** The run that a prompt known before the first run will belong to. */
  pendingPrompt?: string;
  /** The prompt of the run that comes next. */
  nextPrompt?: string;
  /** The first row after the last run ended, for the run that may begin. */
  nextRunRowId?: RowId;
  readonly toolRows = new Map<ToolCallId, RowId>();
  /** By kind and id: a thought and a text of one reply share their id (claude, §2). */
  readonly messageRows = new PairMap<Row["kind"], string, RowId>();
  readonly openTools = new OpenCalls();
  /** Children that wait for the call which launched them to be seen. */
  readonly awaitedLinks = new Map<ToolCallId, SessionId>();
  /** The row of the prompt that we sent last. */
  promptRowId?: RowId;
  /** The rows of a prompt that was refused until somebody signs in, and of that refusal. */
  refusedPrompt?: { readonly promptRowId: RowId; readonly errorRowId: RowId };
  /** The newest row when the last turn ended, or a message that was the newest when a call ended: nothing is added to it any more. */
  sealedRowId?: RowId;
  /** Children of this session whose first message from it was seen. */
  readonly launched = new Set<SessionId>();
  readonly planRows = new Map<string, RowId>();
  /** The pieces, as they came, of the rows whose words nobody could attribute. */
  readonly unattributed = new Map<RowId, string[]>();
  echo?: Echo;

  constructor(id: SessionId, order: number, rows: RowBook, terminals: TerminalBook) {
    this.id = id;
    this.order = order;
    this.rows = rows;
    this.terminals = terminals;
  }

  get isTurnOpen(): boolean {
    return this.openPromptCount > 0 && !this.isReadingStored;
  }

  /** Of a root: what comes now is a replay of the past. */
  get isReplaying(): boolean {
    return this.isLoading || this.isReadingStored;
  }

  /** Of a root: a load tells what was, not when it was. */
  get isLoading(): boolean {
    return this.restoring === "load";
  }

  get canCancel(): boolean {
    return this.isCancelGranted && !this.isClosed && !this.isHeld;
  }

  /** True while a load or resume above holds the controls back (checklist 31). */
  isHeld = false;

  get currentStep(): string | undefined {
    const { newest } = this.openTools;
    if (newest === undefined) return undefined;
    const row = this.rows.get(this.toolRows.get(newest) as RowId);
    const call = callOf(row);
    return call && titleOf(call);
  }
}
