import PostFeatures
package import ScreenKit

/// A list of words of which one is chosen.
@MainActor
package final class ChoiceScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let options: [String]
    private let current: Int?
    private let choose: (Int) -> ScreenChange<Action>
    private let dismissed: () -> Void
    private let name: String
    /// The number of lines above the list that a long question takes.
    private var questionRows = 0
    private var list = RowList<Int>()

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - title: What is chosen.
    ///   - options: The words.
    ///   - chosen: The one that holds now; nil, the default, for none.
    ///   - dismissed: Told that the person went back without a choice; nothing by default.
    ///   - choose: Told of the choice.
    package init(
        _ context: Context, title: String, options: [String], chosen: Int? = nil,
        dismissed: @escaping () -> Void = {}, choose: @escaping (Int) -> ScreenChange<Action>
    ) {
        self.context = context
        name = title
        self.options = options
        current = chosen
        self.choose = choose
        self.dismissed = dismissed
        list.follow(Array(options.indices))
        list.select(chosen ?? 0)
    }

    package var title: StyledText { StyledText(name, .title) }
    package var actions: [Action] { Action.inChoice }

    package func perform(_ action: Action) -> ScreenChange<Action> {
        if list.move(by: action) { return .none }
        switch action {
        case .open: return choose(list.selected)
        case .back:
            dismissed()
            return .close
        default: return .none
        }
    }

    package func click(row: Int) -> ScreenChange<Action> {
        list.click(line: row - questionRows) ? choose(list.selected) : .none
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        // A long question stands whole above its answers.
        let question = name.lines(toColumns: region.columns.count - 2, .bold)
        questionRows = question.count > 1 && region.rows.count > question.count + options.count ? question.count + 1 : 0
        let top = rest.takeTop(questionRows)
        if questionRows > 0 {
            for (row, line) in question.enumerated() { screen.draw("  " + line, row: row, in: top) }
        }
        list.draw(in: rest, on: &screen) { [StyledText(options[$0]) + ($0 == current ? context.currentMark : "")] }
    }
}
