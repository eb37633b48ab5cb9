import Foundation

// Changes, each of which is to be stored.

extension Outbox {
    /// The number of the next entry, which is behind all others.
    var nextNumber: UInt64 { (entries.lastNumber ?? 0) + 1 }

    mutating func put(_ entry: OutboxEntry) { replace(entries[entry.id], with: entry) }

    mutating func remove(_ entry: OutboxEntry) {
        guard let old = entries[entry.id] else { return }
        replace(old, with: nil)
        endSend(of: old)
        looking[entry.id] = nil
        alone.remove(entry.id)
        verified[entry.id] = nil
    }

    private mutating func replace(_ old: OutboxEntry?, with new: OutboxEntry?) {
        guard let id = (new ?? old)?.id else { return }
        let otherLane = new?.lane == old?.lane ? nil : new?.lane
        for lane in [old?.lane, otherLane].compactMap(\.self) { unstageFirst(of: lane) }
        if let old { removeFromIndex(old) }
        entries[id] = new
        if let new { addToIndex(new) }
        for lane in [old?.lane, otherLane].compactMap(\.self) { stageFirst(of: lane) }
        changed.insert(.entry(id))
    }

    mutating func put(_ record: OutboxLaneRecord?, for lane: OutboxLane) {
        guard lanes[lane] != record else { return }
        unstage(lane)
        lanes[lane] = record
        let place = OutboxIndex.Pair(lane.thing, lane)
        if record != nil { index.records.insert(place) } else { index.records.remove(place) }
        stage(lane)
        changed.insert(.lane(lane))
    }

    mutating func put(_ pause: OutboxPause?, for hold: OutboxHold) {
        guard pauses[hold] != pause else { return }
        pauses[hold] = pause
        changed.insert(.pause(hold))
    }

    mutating func keep(_ entry: SentEntry) {
        sent[entry.id] = entry
        changed.insert(.sent(entry.id))
        if entry.isRemembered { remembered.insert(entry.id) } else { remembered.remove(entry.id) }
        guard let result = entry.result else { return }
        claims[Claim(site: entry.account.site, native: result)] = entry.id
        renameLanes(of: result, to: entry.id.rawValue, on: entry.account.site)
    }

    /// Names the lanes of a thing anew, once it is known which entry made it.
    private mutating func renameLanes(of native: String, to name: String, on site: Site) {
        let renamed = members(about: native).filter { $0.account.site == site && isKnown($0) }
        for var entry in renamed {
            entry.lane.thing = name
            put(entry)
        }
        // What were two lanes is one now, and of toggles only the newest intent counts.
        for entry in renamed.isEmpty ? [] : members(about: name) where isKnown(entry) {
            if entry.state != .sending, entry.state != .checking { _ = givesWay(entry) }
        }
        for lane in records(about: native) where lane.account.site == site {
            guard var record = lanes[lane] else { continue }
            // The read under way is void; it is begun anew.
            reading[lane] = nil
            put(nil, for: lane)
            record.id.thing = name
            record.entry.lane.thing = name
            put(record, for: record.id)
        }
    }

    /// Removes what is kept of entries that nothing needs any more.
    mutating func forgetOld(at now: OutboxTime) {
        let needed = neededIDs
        // What an entry that is looked for must not take for itself is claimed by these.
        var busy: Set<AccountKey> = []
        for entry in entries.values where entry.state == .sending || entry.state == .checking {
            busy.insert(entry.account)
        }
        for entry in sent.values where !needed.contains(entry.id) && !busy.contains(entry.account) {
            guard now.date.timeIntervalSince(entry.date) > SentEntry.lifetime else { continue }
            forget(entry)
        }
    }
}
