import Core
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostSelectionTests {
    let selection = PostSelection()

    private var selected: String? { selection.state.value?.native }

    private func list(_ ids: String...) {
        selection.listChanged(to: ids.map { .mock($0) })
    }

    @Test func movesThroughTheListAndStopsAtItsEnds() {
        list("a", "b")
        selection.selectNext()
        #expect(selected == "a")
        selection.selectNext()
        selection.selectNext()
        #expect(selected == "b")
        selection.selectPrevious()
        selection.selectPrevious()
        #expect(selected == "a")
        selection.select(nil)
        selection.selectPrevious()
        #expect(selected == "b")
    }

    @Test func anEmptyListHasNothingToSelect() {
        selection.selectNext()
        selection.selectPrevious()
        #expect(selected == nil)
    }

    @Test(
        arguments: [
            (["a", "c", "d"], "c"), (["a", "d"], "d"), (["a"], "a"), (["a", "x"], "a"), (["x"], nil), ([], nil),
            (["d", "b", "a"], "b"),
        ] as [([String], String?)])
    func aNeighbourTakesThePlaceOfAPostThatLeaves(_ ids: [String], _ expected: String?) {
        list("a", "b", "c", "d")
        selection.select(.mock("b"))
        selection.listChanged(to: ids.map { .mock($0) })
        #expect(selected == expected)
    }

    @Test func aPostThatIsInNoListStaysSelected() {
        list("a")
        selection.select(.mock("elsewhere"))
        list("b")
        #expect(selected == "elsewhere")
    }

    @Test func followsAListThroughADismissal() async {
        // Given
        let provider = TestInjector.mocks.postProvider
        let list = PostListViewModel(feed: .mock())
        provider.onPerform.returns(.mock(["a", "b", "c"]))
        await list.load()
        selection.follow(list)
        selection.select(.mock("b"))
        // When
        provider.onApply.returns(StatusReceipt(statuses: [.mock("b", isDismissed: true)]))
        await list.dismiss(.mock("b"))
        // Then
        #expect(selected == "c")
    }

    @Test func followingKeepsNeitherAlive() {
        var list: PostListViewModel? = PostListViewModel(feed: .mock())
        let released = Weak(list)
        if let list { selection.follow(list) }
        list = nil
        #expect(released.object == nil)
    }
}
