import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The payments of the person: those that are not settled, then those that the server has.
@MainActor
final class PaymentsScreen: AppScreen {
    private let context: CommunityContext
    private let payments = PaymentListViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<String>(lineCount: 2)

    init(_ context: CommunityContext) {
        self.context = context
    }

    private var rows: [PaymentListViewModel.Row] { payments.state.value.rows }

    var title: StyledText { StyledText(context.format.text(PaymentPhrase.payments), .title) }
    var detail: String { list.place }
    var banner: Banner? { payments.state.value.banner }
    var isFetching: Bool { payments.state.value.isLoading }
    var actions: [CommunityAction] {
        payee == nil ? CommunityAction.inItems.filter { $0 != .open } : CommunityAction.inItems
    }
    /// The person whom the chosen payment is for, where it is not settled: it is decided where it was paid.
    private var payee: String? { rows.first { $0.id == list.selectedID }?.unsettled?.intent.order.payee }

    func start() {
        tokens = [context.follow(payments.state)]
        load()
    }

    func stop() { tokens = [] }
    func dismissBanner() { payments.dismissBanner() }

    private func load() { context.run { [payments] in await payments.load() } }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        list.follow(rows.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .open: return payee.map { .show(DonateScreen(context, to: $0)) } ?? .none
        case .refresh: load()
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        list.follow(rows.map(\.id))
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let rows = rows
        list.follow(rows.map(\.id))
        guard !rows.isEmpty else {
            let words =
                payments.state.value.isEmpty
                ? context.format.text(PaymentPhrase.nonePaid)
                : context.format.text(isFetching ? ListPhrase.loading : .nothing)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            let row = rows[index]
            var head = StyledText(row.name)
            head.append(" · \(context.texts.amount(row.amount))", .bold)
            let state = row.unsettled.map { StyledText(context.texts.text(of: $0), .problem) }
            return [head, state ?? StyledText(context.age(row.date) ?? "", .dim)]
        }
    }
}
