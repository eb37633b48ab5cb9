import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The activity: why something was fetched or not, and when it will be.
@MainActor
final class ActivityScreen: AppScreen {
    private let context: ReaderContext
    private let activity: ActivityLogViewModel
    private var tokens: [ObservationToken] = []
    /// The number of rows above the list as they were drawn last.
    private var nextRows = 0
    private var list = RowList<UInt64>(lineCount: 2)

    /// Creates the screen; nil where this run has no log.
    ///
    /// - Parameter context: What all screens share.
    init?(_ context: ReaderContext) {
        guard Dependency.current.isRegistered((any ActivityLog).self) else { return nil }
        self.context = context
        activity = ActivityLogViewModel(format: context.format)
    }

    private var state: ActivityLogViewModel.State { activity.state.value }

    var title: StyledText {
        var title = StyledText(context.text(.activity), .title)
        if let host = state.host { title.append(" · \(host)", .dim) }
        return title
    }

    var detail: String { list.place }
    var actions: [ReaderAction] { ReaderAction.inActivity }

    func start() {
        tokens = [context.follow(activity.state)]
        activity.load()
    }

    func stop() {
        tokens = []
        activity.stop()
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(state.rows.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .host:
            let hosts: [String?] = [nil] + state.hosts
            return .show(
                ChoiceScreen(
                    context, title: ReaderAction.host.name(in: context.format),
                    options: hosts.map { $0 ?? context.text(.allServers) },
                    chosen: hosts.firstIndex { $0 == state.host }
                ) { [activity] index in
                    activity.show(host: hosts[index])
                    return .close
                })
        case .clear: activity.clear()
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        _ = list.click(line: row - nextRows)
        return .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let state = state
        let top = rest.takeTop(min(state.nextTries.count, max(0, rest.rows.count - 2)))
        nextRows = top.rows.count
        for (row, next) in state.nextTries.prefix(top.rows.count).enumerated() {
            screen.draw(StyledText("  \(next.host): \(next.text)", .bold), row: row, in: top)
        }
        list.follow(state.rows.map(\.id))
        guard !state.rows.isEmpty else {
            return screen.draw(StyledText("  " + context.format.text(ListPhrase.nothingYet), .dim), row: 1, in: rest)
        }
        list.draw(in: rest, on: &screen) { index in
            let row = state.rows[index]
            var head = StyledText("\(row.time) ", .dim) + StyledText(row.title)
            if row.count > 1 { head.append(" × \(row.count)", .bold) }
            // Where nothing else is its name, the server is.
            if row.host != row.title { head.append(" · \(row.host)", .dim) }
            return [head, StyledText(row.text, .dim)]
        }
    }
}
