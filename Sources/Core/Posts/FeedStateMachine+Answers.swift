/// What an answer to a request means.
extension FeedStateMachine {
    mutating func fetched(_ page: Page, _ flight: Flight) -> [Action] {
        if page.isUnchanged {
            // Unchanged from what? Nobody said what is stored.
            guard flight.revision != nil else { return malformed(flight) }
            self.flight?.isAnswered = true
            return [.compare(page)]
        }
        guard page.posts.isEmpty else {
            var page = page
            // Recognised, a page with issues would hide them, and one that came behind an empty one is not the first.
            let isRecognisable = flight.placement == .head && flight.emptyPages == 0 && page.issues.isEmpty
            if !isRecognisable { page.revision = nil }
            // A cursor that the server repeats leads nowhere: it is the end.
            let isEnding = page.next == flight.cursor
            return store(isEnding ? page.ending : page, flight)
        }
        if let next = page.next, next != flight.cursor, flight.emptyPages < Self.maximumEmptyPages {
            var further = flight
            further.cursor = next
            further.emptyPages += 1
            further.isAnswered = false
            further.issues += page.issues
            self.flight = further
            return [.fetch(further)]
        }
        let issues = flight.issues + page.issues
        if !issues.isEmpty {
            // There were posts, and not one could be read: that says nothing about the feed, its end included.
            return conclude(Outcome(issues: issues), flight, couldBeBetter: page.skipsClosedRoads)
        }
        if flight.placement == .head, flight.storedCount > 0 {
            // An empty answer is believed only where nothing contradicts it.
            return conclude(Outcome(issues: [.suspiciousEmpty]), flight, couldBeBetter: page.skipsClosedRoads)
        }
        return store(page.ending, flight)
    }

    private mutating func store(_ page: Page, _ flight: Flight) -> [Action] {
        self.flight?.isAnswered = true
        return [.store(page, flight.placement)]
    }

    mutating func committed(_ receipt: PageReceipt, _ page: Page, _ flight: Flight) -> [Action] {
        note(receipt, of: flight)
        let outcome = Outcome(origin: page.origin, receipt: receipt, issues: flight.issues + page.issues)
        return conclude(outcome, flight, couldBeBetter: page.skipsClosedRoads)
    }

    /// What an unchanged page means, now that it is known what is stored.
    mutating func compared(_ page: Page, _ flight: Flight, _ head: FeedHead?) -> [Action] {
        guard let known = flight.head, known == head else {
            // Somebody else put another page there meanwhile, or took posts away: the whole page, please.
            var whole = flight
            whole.head = nil
            whole.isAnswered = false
            self.flight = whole
            return [.fetch(whole)]
        }
        let receipt = PageReceipt(ids: known.ids, insertedCount: 0, next: known.next)
        note(receipt, of: flight)
        let outcome = Outcome(origin: page.origin, receipt: receipt, isConfirmation: true)
        return conclude(outcome, flight, couldBeBetter: page.skipsClosedRoads)
    }

    mutating func failed(_ error: DataError, _ flight: Flight) -> [Action] {
        // What was to be gone on from is no place of the feed any more.
        if error.code == .superseded { walk = nil }
        // A failure to fetch may be one that is only remembered; one to commit has nothing to do with roads.
        return conclude(Outcome(error: error), flight, couldBeBetter: !flight.isAnswered)
    }

    private mutating func malformed(_ flight: Flight) -> [Action] {
        conclude(Outcome(error: DataError(NetworkError(.malformed))), flight, couldBeBetter: true)
    }

    /// Ends a request, or sends it once more as a person's, where that is wanted and could end better: such a request asks
    /// roads that are remembered as closed too.
    ///
    /// Only then, so that joining a request costs the server nothing where no road is closed.
    private mutating func conclude(_ outcome: Outcome, _ flight: Flight, couldBeBetter: Bool) -> [Action] {
        guard couldBeBetter, flight.isWantedManually, !flight.isManual else {
            self.flight = nil
            return [.finish(outcome.following(flight.landed))]
        }
        var again = flight
        again.isManual = true
        again.isAnswered = false
        again.cursor = nil
        again.emptyPages = 0
        again.issues = []
        // What is stored may be another page by now.
        again.head = nil
        again.storedCount = max(flight.storedCount, outcome.receipt?.ids.count ?? 0)
        again.landed = outcome
        self.flight = again
        return [.fetch(again)]
    }

    /// Remembers where to go on, and whether there was anything new.
    ///
    /// Pages that shift between two requests can be full of known posts, each of others. A server that has no more, and
    /// does not say so, gives the same ones again.
    private mutating func note(_ receipt: PageReceipt, of flight: Flight) {
        if flight.placement == .head || flight.placement == walk.map(PagePlacement.after) { walk = receipt.next }
        guard flight.isPaging else {
            if flight.placement == .head { repetition = Repetition() }
            return
        }
        guard receipt.insertedCount == 0 else {
            repetition = Repetition()
            return
        }
        let isSame = !repetition.seen.isEmpty && repetition.seen.isSuperset(of: receipt.ids)
        repetition.count = isSame ? repetition.count + 1 : 1
        repetition.seen.formUnion(receipt.ids)
        repetition.cursor = flight.isAtOwnCursor ? receipt.next : nil
    }
}

extension FeedStateMachine.Outcome {
    /// This outcome, behind what the same request came to before it was sent once more.
    fileprivate func following(_ earlier: Self?) -> Self {
        guard let earlier, let first = earlier.receipt else { return self }
        var both = self
        if let receipt {
            both.receipt?.insertedCount = receipt.insertedCount + first.insertedCount
        } else {
            both.origin = earlier.origin
            both.receipt = first
            both.issues = earlier.issues + issues
            both.isConfirmation = earlier.isConfirmation
        }
        return both
    }
}

extension Page {
    /// This page as the last one of its feed.
    fileprivate var ending: Page {
        var page = self
        page.next = nil
        return page
    }

    fileprivate var origin: DataOrigin { .network(source: source, completeness: completeness) }
}
