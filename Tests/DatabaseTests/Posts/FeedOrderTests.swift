import Core
import Testing

@testable import Database

/// Where pages go, one situation at a time.
///
/// Written as words: `a b | c d` is two posts, a gap, two posts.
struct FeedOrderTests {
    private func id(_ name: Character) -> Post.ID { Post.ID(site: .demo, native: String(name)) }

    private func ids(_ names: String) -> [Post.ID] { names.map { id($0) } }

    private func cursor(_ text: String?) -> PageCursor? { text.map(PageCursor.init) }

    private func text(_ order: FeedOrder) -> String {
        #expect(order.elements.map(\.rank) == order.elements.map(\.rank).sorted(), "Ranks are not in order")
        #expect(Set(order.elements.map(\.rank)).count == order.elements.count, "Two places have one rank")
        return order.elements.map { element in
            switch element.content {
            case .post(let id): id.native
            case .gap(let cursor): "|\(cursor)|"
            case .hole: "_"
            }
        }.joined()
    }

    /// `abc`, and the server goes on with `t`.
    private func stored(_ names: String = "abc", next: String? = "t") -> FeedOrder {
        var order = FeedOrder()
        order.placeHead(ids(names), next: cursor(next))
        return order
    }

    private func place(_ names: String, next: String?, after: String, in order: inout FeedOrder) {
        let repeated = order.place(ids(names), next: cursor(next), after: PageCursor(rawValue: after))
        #expect(repeated != nil, "No place for \(after) in \(text(order))")
    }

    @Test func theFirstPageIsTheFeed() {
        let order = stored()
        #expect(text(order) == "abc")
        #expect(order.cursor == cursor("t"))
        #expect(!order.isEnd)
    }

    @Test func aRefreshThatMeetsWhatIsStoredMovesItIntoTheServersOrder() {
        var order = stored()
        order.placeHead(ids("xca"), next: cursor("h"))
        #expect(text(order) == "xcab")
        // The rest keeps its own cursor, whatever the first page ended with.
        #expect(order.cursor == cursor("t"))
    }

    @Test func aRefreshThatDoesNotMeetLeavesAGap() {
        var order = stored()
        order.placeHead(ids("xy"), next: cursor("h"))
        #expect(text(order) == "xy|h|abc")
        #expect(order.cursor == cursor("t"))
    }

    @Test func aRefreshThatHoldsEverythingTakesOverTheCursor() {
        var order = stored()
        order.placeHead(ids("cbax"), next: cursor("h"))
        #expect(text(order) == "cbax")
        #expect(order.cursor == cursor("h"))
    }

    @Test func aFirstPageWithoutACursorIsTheEnd() {
        var order = stored()
        order.placeHead(ids("xy"), next: nil)
        #expect(text(order) == "xyabc")
        #expect(order.cursor == nil)
        #expect(order.isEnd)
    }

    @Test func aRefreshThatReachesOverAGapClosesIt() {
        var order = stored()
        order.placeHead(ids("xy"), next: cursor("h"))
        order.placeHead(ids("zb"), next: cursor("g"))
        #expect(text(order) == "zbxyac")
        order = stored()
        order.placeHead(ids("xy"), next: cursor("h"))
        order.placeHead(ids("zx"), next: cursor("g"))
        #expect(text(order) == "zxy|h|abc")
    }

    @Test func moreIsAppendedAndWhatIsKnownKeepsItsPlace() {
        var order = stored()
        place("cdbe", next: "u", after: "t", in: &order)
        #expect(text(order) == "abcde")
        #expect(order.cursor == cursor("u"))
        place("f", next: nil, after: "u", in: &order)
        #expect(order.isEnd)
    }

    @Test func fillingAGapKeepsItUntilTheTwoMeet() {
        var order = stored()
        order.placeHead(ids("xy"), next: cursor("h"))
        place("zw", next: "i", after: "h", in: &order)
        #expect(text(order) == "xyzw|i|abc")
        place("va", next: "j", after: "i", in: &order)
        #expect(text(order) == "xyzwvabc")
        #expect(order.cursor == cursor("t"))
        // The way on behind the head is still known.
        place("bq", next: "k", after: "j", in: &order)
        #expect(text(order) == "xyzwvabqc")
    }

    @Test func aGapThatTheServerEndsInIsClosed() {
        var order = stored()
        order.placeHead(ids("xy"), next: cursor("h"))
        place("z", next: nil, after: "h", in: &order)
        #expect(text(order) == "xyzabc")
    }

    @Test func theHeadGoesOnInTheServersOrder() {
        var order = stored("abcdef")
        order.placeHead(ids("xa"), next: cursor("h"))
        place("yc", next: "i", after: "h", in: &order)
        #expect(text(order) == "xaycbdef")
        // Nothing of this page is known: between it and the rest there may be more.
        place("zw", next: "j", after: "i", in: &order)
        #expect(text(order) == "xayczw|j|bdef")
        #expect(order.cursor == cursor("t"))
    }

    @Test func aPostThatShiftedBetweenTwoPagesOfTheHeadKeepsItsPlace() {
        var order = stored()
        order.placeHead(ids("xa"), next: cursor("h"))
        place("xab", next: "i", after: "h", in: &order)
        #expect(text(order) == "xabc")
    }

    @Test func aCursorThatARefreshMadeVoidIsRefused() {
        var order = stored()
        order.placeHead(ids("xa"), next: cursor("h"))
        order.placeHead(ids("ya"), next: cursor("k"))
        let before = order
        #expect(order.place(ids("z"), next: nil, after: PageCursor(rawValue: "h")) == nil)
        #expect(order == before)
    }

    @Test func placesThatStayAreNotTouched() {
        var order = stored()
        let ranks = order.elements.map(\.rank)
        order.placeHead(ids("xy"), next: cursor("h"))
        #expect(Array(order.elements.map(\.rank).suffix(3)) == ranks)
    }

    /// No order of refreshes and pages loses a post, shows one twice, or mixes up ranks.
    @Test func randomPagesLoseNothing() {
        let seed = UInt64.random(in: .min ... .max)
        print("randomPagesLoseNothing: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

        for _ in 0..<200 {
            var order = FeedOrder()
            var known: Set<Character> = []
            for step in 0..<16 {
                let page = Array(names.shuffled(using: random).prefix(number(7)))
                let pinned = Set(page.filter { _ in number(4) == 0 }.map { id($0) })
                let next = number(6) == 0 ? nil : cursor("c\(step)")
                let gaps = order.elements.compactMap { element in
                    if case .gap(let cursor) = element.content { cursor } else { nil }
                }
                let places = gaps + [order.cursor, order.head?.cursor].compactMap { $0 }
                if number(5) == 0 {
                    let gone = known.sorted().shuffled(using: random).prefix(number(5))
                    known.subtract(gone)
                    order.evict(Set(gone.map { id($0) }))
                } else if places.isEmpty || number(3) == 0 {
                    if page.isEmpty, !known.isEmpty { continue }
                    order.placeHead(page.map { id($0) }, next: next, pinned: pinned)
                    #expect(order.elements.prefix(page.count).compactMap(\.post) == page.map { id($0) })
                    known.formUnion(page)
                } else {
                    let place = places[number(places.count)]
                    #expect(order.place(page.map { id($0) }, next: next, after: place, pinned: pinned) != nil)
                    known.formUnion(page)
                }
                #expect(order.elements.compactMap(\.post).count == known.count)
                #expect(Set(order.elements.compactMap(\.post)) == Set(known.map { id($0) }))
                expectSoundness(of: order)
            }
        }
    }

    /// What is missing is led to by a gap, or nobody knows where the feed begins; and no gap is in vain.
    private func expectSoundness(of order: FeedOrder) {
        let words = text(order)
        let breaks = order.elements.filter { $0.post == nil }
        let isTailLost = order.cursor == nil && !order.isEnd && !order.elements.isEmpty
        if breaks.first?.content == .hole || breaks.isEmpty && isTailLost {
            #expect(order.first == nil && order.head == nil, "Nothing leads to what is missing in \(words)")
        }
        #expect(order.elements.first?.post != nil || order.elements.isEmpty, "A gap at the beginning of \(words)")
        #expect(order.elements.last?.post != nil || order.elements.isEmpty, "A gap at the end of \(words)")
        let isDoubled = zip(order.elements, order.elements.dropFirst()).contains { $0.post == nil && $1.post == nil }
        #expect(!isDoubled, "Two gaps in one place of \(words)")
        #expect(order.isEnd ? order.cursor == nil : true)
    }

    @Test func anEvictedStretchLeavesAHoleWithAGapInFront() {
        var order = stored("ab", next: "t")
        place("cdefgh", next: "u", after: "t", in: &order)
        let ranks = Dictionary(uniqueKeysWithValues: order.elements.map { ($0.content, $0.rank) })
        order.evict(Set(ids("deg")))
        #expect(text(order) == "ab|t|c_f_h")
        #expect(order.cursor == cursor("u"))
        let kept = order.elements.suffix(5).filter { $0.post != nil }
        #expect(kept.allSatisfy { ranks[$0.content] == $0.rank }, "What is behind the gap need not be written again")
        place("cde", next: "v", after: "t", in: &order)
        #expect(text(order) == "abcde|v|f_h")
        order.evict(Set(ids("ch")))
        #expect(text(order) == "ab|t|de|v|f")
        #expect(order.cursor == nil && !order.isEnd)
        place("fgh", next: nil, after: "v", in: &order)
        #expect(text(order) == "ab|t|defgh")
        #expect(order.isEnd)
    }

    @Test func aHoleAtTheBeginningIsForTheNextRefresh() {
        var order = stored("abcd")
        order.evict(Set(ids("b")))
        #expect(text(order) == "a_cd")
        #expect(order.first == nil && order.head == nil && order.cursor == cursor("t"))
        order.placeHead(ids("xa"), next: cursor("h"))
        #expect(text(order) == "xa|h|cd")
    }
}

extension Array {
    fileprivate func shuffled(using source: SeededRandomSource) -> [Element] {
        var copy = self
        for index in copy.indices.dropLast() {
            copy.swapAt(index, index + Int(source.next() % UInt64(copy.count - index)))
        }
        return copy
    }
}
