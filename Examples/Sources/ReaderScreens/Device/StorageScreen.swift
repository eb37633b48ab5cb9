import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The screen of the storage: the files by their kind, and the deletion of those that can be fetched again.
@MainActor
final class StorageScreen: AppScreen {
    /// A row: a kind of files, or something that can be deleted.
    private enum Row: Hashable, Sendable {
        case usage(StorageKind)
        case erase(EraseScope)
        case trim
    }

    private let context: ReaderContext
    private let storage = StorageViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row>()

    /// Creates the screen; nil where this run has no report of its storage.
    ///
    /// - Parameter context: What all screens share.
    init?(_ context: ReaderContext) {
        guard Dependency.current.isRegistered((any StorageProvider).self) else { return nil }
        self.context = context
    }

    private var state: StorageViewModel.State { storage.state.value }
    private var rows: [Row] {
        let erasable = EraseScope.allCases.filter { state.erasable[$0] != nil }.map { Row.erase($0) }
        return state.rows.map { .usage($0.kind) } + erasable + (state.retention == nil ? [] : [.trim])
    }

    var title: StyledText {
        var title = StyledText(context.text(.storage), .title)
        if state.report != nil { title.append(" · \(context.format.byteCount(state.bytes))", .dim) }
        return title
    }

    var banner: Banner? { state.banner }
    var isFetching: Bool { [.initial, .loading, .erasing, .trimming].contains(state.phase) }
    var detail: String {
        state.freedBytes.map { context.format.text(StoragePhrase.freed, filling: context.format.byteCount($0)) } ?? ""
    }
    var actions: [ReaderAction] { ReaderAction.inItems }

    func start() {
        tokens = [context.follow(storage.state)]
        context.run { [storage] in await storage.load() }
    }

    func stop() {
        tokens = []
        storage.stop()
    }

    func dismissBanner() { storage.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .refresh: context.run { [storage] in await storage.load() }
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open(_ row: Row) -> ScreenChange<ReaderAction> {
        if case .usage = row { return .none }
        let words = text(of: row).text
        return .show(
            ChoiceScreen(
                context, title: words, options: [context.text(AppPhrase.doNothing), context.text(.deleteThat)]
            ) { [context, storage] index in
                guard index == 1 else { return .close }
                context.keep {
                    if case .erase(let scope) = row { await storage.erase(scope) } else { await storage.trim() }
                }
                return .close
            })
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        return list.click(line: row) ? perform(.open) : .none
    }

    private func text(of row: Row) -> StyledText {
        let format = context.format
        switch row {
        case .usage(let kind):
            let bytes = state.rows.first { $0.kind == kind }?.usage.bytes ?? 0
            return StyledText(format.name(of: kind)) + StyledText(": \(format.byteCount(bytes))", .dim)
        case .erase(let scope):
            let bytes = state.erasable[scope]?.bytes ?? 0
            return StyledText("\(format.name(of: scope)): \(format.byteCount(bytes))", CellStyle(.cyan))
        case .trim:
            return StyledText(state.retention.map { format.text(of: $0) } ?? "", CellStyle(.cyan))
        }
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let rows = rows
        list.follow(rows)
        guard !rows.isEmpty else {
            let words = context.format.text(isFetching ? ListPhrase.loading : .nothing)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { [text(of: rows[$0])] }
    }
}
