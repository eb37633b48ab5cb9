import Foundation

// What is derived: kept with each change, so that nobody has to go over all entries.

extension Outbox {
    // MARK: Asking

    /// The entries whose lane is about a thing, in their order.
    func members(about thing: String) -> [OutboxEntry] {
        let all = AccountKey(site: Site(rawValue: ""), name: nil)
        return members(from: OutboxLane(account: all, field: "", thing: thing)) { $0.thing == thing }
    }

    /// The entries of a lane, in their order.
    func members(of lane: OutboxLane) -> [OutboxEntry] { members(from: lane) { $0 == lane } }

    private func members(from lane: OutboxLane, while isMeant: (OutboxLane) -> Bool) -> [OutboxEntry] {
        var places: [OutboxPlace] = []
        for member in index.lanes.from(OutboxIndex.LanePlace(lane: lane, part: .underWay, place: .start)) {
            guard isMeant(member.lane) else { break }
            places.append(member.place)
        }
        return places.sorted().compactMap { entries[$0] }
    }

    /// The entries that wait for another one, or change it, in their order.
    func below(_ id: OutboxEntry.ID) -> [OutboxEntry] {
        var found: [OutboxEntry] = []
        for pair in index.below.from(OutboxIndex.Pair(id, .start)) {
            guard pair.first == id, let entry = entries[pair.second] else { break }
            found.append(entry)
        }
        return found
    }

    /// The entries that are being sent or looked for, in their order.
    var underWay: [OutboxEntry] { index.underWay.compactMap { entries[$0] } }

    /// The texts that may be on the server without anybody knowing it, in their order.
    var inDoubt: [OutboxEntry] { index.inDoubt.compactMap { entries[$0] } }

    /// The lanes about a thing that have a record.
    func records(about thing: String) -> [OutboxLane] {
        var found: [OutboxLane] = []
        let all = AccountKey(site: Site(rawValue: ""), name: nil)
        for pair in index.records.from(OutboxIndex.Pair(thing, OutboxLane(account: all, field: "", thing: ""))) {
            guard pair.first == thing else { break }
            found.append(pair.second)
        }
        return found
    }

    /// The uptime at which the time of an entry or a lane comes; `nil` where none waits for one.
    func nextDue(at now: OutboxTime) -> TimeInterval? {
        let entry = index.due.first(after: OutboxIndex.Pair(now.uptime, .end))?.first
        let date = index.dated.first(after: OutboxIndex.Pair(now.date, .end))?.first
        let lane = index.readsDue.first { $0.first > now.uptime }?.first
        let left = date.map { now.uptime + $0.timeIntervalSince(now.date) }
        return [entry, left, lane].compactMap(\.self).min()
    }

    // MARK: Keeping

    /// Derives everything anew, once this app can send other kinds.
    mutating func indexAnew() {
        index = OutboxIndex()
        derive()
    }

    /// Derives everything, where nothing is derived yet.
    mutating func derive() {
        let records = lanes.values
        index.gather()
        for entry in all { addToIndex(entry) }
        for record in records { index.records.insert(OutboxIndex.Pair(record.id.thing, record.id)) }
        index.settle()
        var last: OutboxLane?
        for place in index.lanes where place.lane != last {
            stageFirst(of: place.lane)
            last = place.lane
        }
        for record in records { stage(record.id) }
    }

    mutating func addToIndex(_ entry: OutboxEntry) {
        let part = part(of: entry)
        index.lanes.insert(OutboxIndex.LanePlace(lane: entry.lane, part: part, place: entry.place))
        for id in parents(of: entry) { index.below.insert(OutboxIndex.Pair(id, entry.place)) }
        if part == .underWay { index.underWay.insert(entry.place) }
        if isKnown(entry), entry.policy.makesThing, entry.isInDoubt { index.inDoubt.insert(entry.place) }
        if isHurried(entry) { index.hurried.insert(entry.place) }
        if part == .underWay, entry.state == .checking, looking[entry.id] == nil { stage(entry) }
    }

    mutating func removeFromIndex(_ entry: OutboxEntry) {
        index.lanes.remove(OutboxIndex.LanePlace(lane: entry.lane, part: part(of: entry), place: entry.place))
        for id in parents(of: entry) { index.below.remove(OutboxIndex.Pair(id, entry.place)) }
        index.underWay.remove(entry.place)
        index.inDoubt.remove(entry.place)
        index.hurried.remove(entry.place)
        if entry.state == .checking { unstage(entry) }
    }

    private func parents(of entry: OutboxEntry) -> [OutboxEntry.ID] {
        entry.waitsFor + [entry.amendment?.entry].compactMap(\.self)
    }

    /// What an entry holds up in its lane.
    private func part(of entry: OutboxEntry) -> OutboxIndex.Part {
        guard isKnown(entry) else { return .aside }
        return switch entry.state {
        case .sending, .checking: .underWay
        case .pending: .inOrder
        // In a chat a message does not overtake one of which nobody knows whether it arrived.
        case .unsure: entry.policy.holdsLaneWhileUnsure ? .inOrder : .aside
        // Nor one whose pictures are still on their way.
        case .waiting: entry.policy.holdsLaneWhileWaiting ? .inOrder : .aside
        // What is refused holds nobody up.
        case .failed: .aside
        }
    }

    private func isHurried(_ entry: OutboxEntry) -> Bool {
        isKnown(entry) && [entry.pause, entry.check?.next].contains { $0?.cause == .network || $0?.cause == .outbox }
    }

    // MARK: What can begin

    /// The entry of a lane that can be sent, as nothing in the lane holds it.
    private func first(of lane: OutboxLane) -> OutboxEntry? {
        let start = OutboxIndex.LanePlace(lane: lane, part: .underWay, place: .start)
        guard let first = index.lanes.first(after: start), first.lane == lane, first.part == .inOrder,
            let entry = entries[first.place], entry.state == .pending
        else { return nil }
        return entry
    }

    mutating func stageFirst(of lane: OutboxLane) {
        if let entry = first(of: lane) { stage(entry) }
    }

    mutating func unstageFirst(of lane: OutboxLane) {
        if let entry = first(of: lane) { unstage(entry) }
    }

    /// Puts an entry among those that can begin, at once or when its time has come.
    mutating func stage(_ entry: OutboxEntry) {
        guard let pause = entry.ownPause else {
            index.ready[OutboxIndex.Group(entry), default: SortedSet()].insert(entry.place)
            return
        }
        index.due.insert(OutboxIndex.Pair(pause.due, entry.place))
        if let end = pause.end { index.dated.insert(OutboxIndex.Pair(end, entry.place)) }
    }

    mutating func unstage(_ entry: OutboxEntry) {
        let group = OutboxIndex.Group(entry)
        index.ready[group]?.remove(entry.place)
        if index.ready[group]?.isEmpty ?? false { index.ready[group] = nil }
        guard let pause = entry.ownPause else { return }
        index.due.remove(OutboxIndex.Pair(pause.due, entry.place))
        if let end = pause.end { index.dated.remove(OutboxIndex.Pair(end, entry.place)) }
    }

    /// Puts a lane among those that can be read, when its time has come.
    mutating func stage(_ lane: OutboxLane) {
        guard reading[lane] == nil, let record = lanes[lane], let pause = record.reading, isKnown(record.entry) else {
            return
        }
        index.readsDue.insert(OutboxIndex.Pair(pause.due, lane))
    }

    mutating func unstage(_ lane: OutboxLane) {
        index.readable[lane.account]?.remove(lane)
        if index.readable[lane.account]?.isEmpty ?? false { index.readable[lane.account] = nil }
        guard let pause = lanes[lane]?.reading else { return }
        index.readsDue.remove(OutboxIndex.Pair(pause.due, lane))
    }

    /// Takes into account whose time has come.
    mutating func stageWhatIsDue(at now: OutboxTime) {
        let places =
            index.due.prefix { $0.first <= now.uptime }.map(\.second)
            + index.dated.prefix { $0.first <= now.date }.map(\.second)
        for entry in places.compactMap({ entries[$0] }) where entry.ownPause?.isOver(at: now) ?? true {
            unstage(entry)
            index.ready[OutboxIndex.Group(entry), default: SortedSet()].insert(entry.place)
        }
        for pair in index.readsDue.prefix(while: { $0.first <= now.uptime }) {
            guard lanes[pair.second]?.reading?.isOver(at: now) ?? false else { continue }
            index.readsDue.remove(pair)
            index.readable[pair.second.account, default: SortedSet()].insert(pair.second)
        }
    }

    // MARK: What is under way

    mutating func beginSend(of entry: OutboxEntry, _ attempt: Int) {
        running[entry.id] = attempt
        sends[entry.account.site, default: [:]][attempt, default: 0] += 1
    }

    /// Ends the send of an entry, whatever became of it.
    ///
    /// - Returns: Whether it was being sent.
    @discardableResult
    mutating func endSend(of entry: OutboxEntry) -> Bool {
        guard let attempt = running.removeValue(forKey: entry.id) else { return false }
        let left = (sends[entry.account.site]?[attempt] ?? 1) - 1
        sends[entry.account.site]?[attempt] = left > 0 ? left : nil
        return true
    }

    mutating func beginLook(for entry: OutboxEntry, _ look: Look) {
        unstage(entry)
        looking[entry.id] = look
    }

    mutating func endLook(for id: OutboxEntry.ID) {
        guard looking.removeValue(forKey: id) != nil, let entry = entries[id], entry.state == .checking else { return }
        if isKnown(entry) { stage(entry) }
    }

    mutating func beginRead(of lane: OutboxLane, _ attempt: Int) {
        unstage(lane)
        reading[lane] = attempt
    }

    mutating func endRead(of lane: OutboxLane) {
        if reading.removeValue(forKey: lane) != nil { stage(lane) }
    }
}

extension OutboxIndex.Group {
    init(_ entry: OutboxEntry) {
        self.init(account: entry.account, kind: entry.kind, isLook: entry.state == .checking)
    }
}

extension OutboxEntry {
    /// Whether it may be on the server without anybody knowing it, and goes on by itself.
    var isInDoubt: Bool { state == .sending || state == .checking || state == .pending && doubtfulSince != nil }

    /// The time that the entry itself waits: for its next look, or until it is sent.
    fileprivate var ownPause: OutboxPause? { state == .checking ? check?.next : pause }
}

extension OutboxPause {
    /// The uptime at which it is over, in the boot that it began in.
    fileprivate var due: TimeInterval { began.uptime + duration }
}
