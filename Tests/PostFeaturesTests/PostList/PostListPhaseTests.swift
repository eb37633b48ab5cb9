import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Whatever is called in whatever order, and however the answers come: no phase follows that cannot, and there is never
/// more than one spinner.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListPhaseTests {
    private typealias Phase = PostListViewModel.Phase

    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(
        feed: .mock(), configuration: .init(minimumVisible: 3, maximumPages: 3, holdsBackNew: true, threshold: 2))

    /// What may follow a phase.
    private static let successors: [Phase: Set<Phase>] = [
        .initial: [.loading, .refreshing],
        .loading: [.refreshing, .idle, .end, .failed],
        .refreshing: [.loading, .idle, .end, .failed],
        .loadingMore: [.loading, .refreshing, .idle, .end, .failed],
        .idle: [.loading, .refreshing, .loadingMore, .end],
        .end: [.loading, .refreshing, .loadingMore, .idle],
        .failed: [.loading, .refreshing, .loadingMore, .idle, .end],
    ]

    /// An answer or an announcement, made up.
    private func update(_ random: SeededRandomSource, version: UInt64) -> FeedUpdate {
        var words: [String] = []
        for number in 0..<(random.next() % 8) {
            words.append("p\(number)" + (random.next() % 3 == 0 ? "!" : "") + (random.next() % 4 == 0 ? "~" : ""))
            if random.next() % 5 == 0 { words.append("|c\(number)") }
        }
        let page = random.next() % 2 == 0 ? words.filter { $0.hasPrefix("p") }.joined(separator: " ") : nil
        return .drawn(
            words.joined(separator: " "), version: version, page: page?.filter { !"!~".contains($0) },
            next: random.next() % 3 == 0 ? nil : "next\(version)", isEnd: random.next() % 4 == 0)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func noPhaseFollowsThatCannot(seed: UInt64) async {
        // Given answers that wait, and a witness of every state
        let random = SeededRandomSource(seed: seed)
        let held = (0..<600).map { _ in provider.onPerform.holds(ignoringCancellation: random.next() % 3 == 0) }
        var last = list.state.value.phase
        let token = list.state.observe { state in
            let next = state.phase
            #expect(next == last || Self.successors[last]?.contains(next) == true, "\(last) → \(next), seed \(seed)")
            last = next
            #expect(next != .loading || state.items.isEmpty, "loading over posts, seed \(seed)")
            #expect(state.fillingGap == nil || next == .loadingMore, "a second spinner, seed \(seed)")
            #expect(next != .failed || (state.items.isEmpty && state.banner != nil), "seed \(seed)")
        }
        var tasks: [Task<Void, Never>] = []
        var released: Set<Int> = []
        var version: UInt64 = 1
        // When
        for step in 0..<150 {
            version += random.next() % 2
            let answer = update(random, version: version)
            switch step == 0 ? 0 : random.next() % 16 {
            case 0: tasks.append(Task { await list.load() })
            case 1, 2: tasks.append(Task { await list.refresh() })
            case 3, 4: tasks.append(Task { await list.loadMore() })
            case 5:
                guard let id = list.state.value.items.last?.id else { break }
                tasks.append(Task { await list.itemAppeared(id) })
            case 6:
                guard let gap = list.state.value.gaps.first else { break }
                tasks.append(Task { await list.fill(gap) })
            case 7:
                guard list.state.value.phase != .initial else { break }
                tasks.append(Task { await list.loadPage(after: .mock("c1")) })
            case 8: provider.send(answer)
            case 9: tasks.randomElement(random)?.cancel()
            case 10:
                list.stop()
                #expect(!list.state.value.phase.isBusy, "seed \(seed)")
            case 11:
                guard let id = list.state.value.items.randomElement(random)?.id else { break }
                list.didScroll(to: id, offset: 1)
            case 12:
                TestInjector.mocks.settings.settings.update { $0.nsfw = $0.nsfw == .hidden ? .shown : .hidden }
            default:
                guard let place = held.indices.first(where: { held[$0].hasArrived && !released.contains($0) })
                else { break }
                released.insert(place)
                switch random.next() % 6 {
                case 0: held[place].release(throwing: DataError(.diskFailure))
                case 1:
                    var failed = answer
                    failed.outcome.error = DataError(random.next() % 2 == 0 ? .offline : .superseded)
                    held[place].release(returning: failed)
                default: held[place].release(returning: answer)
                }
            }
            for _ in 0..<3 { await Task.yield() }
        }
        // Then everything ends
        for call in held { call.release(returning: update(random, version: version)) }
        for task in tasks { await task.value }
        #expect(!list.state.value.phase.isBusy, "seed \(seed)")
        list.stop()
        withExtendedLifetime(token) {}
    }

    @Test func afterStopARefreshStillAnswers() async {
        provider.onPerform.returns(.drawn("a"), .drawn("b a", version: 2))
        await list.load()
        list.stop()
        await list.refresh()
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.drawn == "b a")
    }

    @Test func whyTheNetworkWasNotAskedIsThereUntilTheNextRequest() async {
        var skipped = FeedUpdate.drawn("a")
        skipped.outcome.skip = FetchSkip(reason: .fresh, until: .distantFuture)
        provider.onPerform.returns(skipped)
        await list.load()
        #expect(list.state.value.skip == skipped.skip)
        provider.send(.drawn("a b", version: 2))
        await list.state.first { $0.items.count == 2 }
        #expect(list.state.value.skip == skipped.skip, "what others do is no answer")
        provider.onPerform.returns(.drawn("c a b", version: 3))
        await list.refresh()
        #expect(list.state.value.skip == nil)
    }
}

extension Array {
    fileprivate func randomElement(_ random: SeededRandomSource) -> Element? {
        isEmpty ? nil : self[Int(random.next() % UInt64(count))]
    }
}
