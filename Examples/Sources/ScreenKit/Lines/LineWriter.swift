/// Turns pages into the lines to write: the whole of a page that is opened, and else only what is new.
///
/// What the person asked for is told fully, what comes by itself in one line. That something is older now is no news.
package struct LineWriter: Sendable {
    /// The words of the writer itself.
    package struct Words: Sendable {
        package let chosen: String
        package let fetching: String
        /// What lines are, for the first page.
        package let hint: String
        /// What lines are where they are a text.
        package let writingHint: String

        package init(chosen: String, fetching: String, hint: String, writingHint: String) {
            (self.chosen, self.fetching, self.hint, self.writingHint) = (chosen, fetching, hint, writingHint)
        }
    }

    private let words: Words
    private var last: LinePage?
    /// The screens that were written whole once.
    private var known: Set<Int> = []
    private var toldDetail = ""
    /// The row of a list that was chosen last.
    private var chosenRow: String?
    /// Whether the screen was opened by the last line.
    private var isOpened = false
    private var toldState: [String] = []
    private var hasToldFetching = false
    private var toldWriting = false
    private var hasToldHint = false

    package init(_ words: Words) {
        self.words = words
    }

    /// Takes a page as told, as it is before a line is obeyed: what is only older is no change then.
    ///
    /// - Parameter page: The page.
    package mutating func begin(with page: LinePage) {
        isOpened = false
        guard last?.screen == page.screen else { return }
        last = page
        last?.words = nil
    }

    /// Whether a page is that of another screen than was told last.
    ///
    /// - Parameter page: The page.
    /// - Returns: True where it is.
    package func isOther(_ page: LinePage) -> Bool { last?.screen != page.screen }

    /// Whether what is always so has changed since it was told.
    ///
    /// - Parameter page: The page.
    /// - Returns: True where it is news.
    package func hasNewState(_ page: LinePage) -> Bool { page.state != toldState }

    /// The lines that tell a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - isAsked: Whether it is what a line of the person asked for.
    ///   - isWhole: Whether all of it is told, whatever was told before.
    ///   - tellsState: Whether what is always so is told where it has changed.
    /// - Returns: The lines; none where there is no news.
    package mutating func lines(
        for page: LinePage, isAsked: Bool, isWhole: Bool = false, tellsState: Bool
    ) -> [String] {
        var lines: [String] = []
        let isOther = isOther(page)
        if isWhole || isOther && !known.contains(page.screen) {
            lines += heading(of: page) + told(page.parts)
        } else if isOther {
            lines += returned(to: page)
        } else if let last {
            lines += title(of: page, since: last)
            lines += isAsked ? asked(page, since: last) : unasked(page, since: last)
        }
        if isOther { (hasToldFetching, isOpened) = (false, true) }
        known.insert(page.screen)
        if !page.warnings.isEmpty, isWhole || isOther || page.warnings != last?.warnings { lines += page.warnings }
        if let text = page.words, isWhole || isOther || text != last?.words { lines.append(LinePage.spoken(text)) }
        lines += fetching(page, isAsked: isAsked)
        if page.isWriting, !toldWriting { lines.append(words.writingHint) }
        toldWriting = page.isWriting
        if tellsState || isWhole, isWhole || page.state != toldState {
            if !page.state.isEmpty { lines.append(page.state.joined(separator: ", ")) }
            toldState = page.state
        }
        if !hasToldHint, !page.isWriting {
            hasToldHint = true
            lines.append(words.hint)
        }
        last = page
        // While something is typed below a list, no row is chosen, and the same one is again behind it.
        if let row = page.parts.first(where: { $0.isChosen && $0.number != nil })?.id {
            chosenRow = row
        } else if isOther {
            chosenRow = nil
        }
        if !page.isFetching { toldDetail = page.detail }
        return lines
    }

    /// The lines that say where the person is.
    ///
    /// - Parameter page: The page.
    /// - Returns: The chosen part, what is wrong, and what is always so.
    package func place(in page: LinePage) -> [String] {
        let state = ([page.age] + page.state).compactMap(\.self)
        return (page.chosen.map { told([$0]) } ?? heading(of: page)) + page.warnings
            + (state.isEmpty ? [] : [state.joined(separator: ", ")])
    }

    // MARK: Parts

    private func heading(of page: LinePage) -> [String] {
        // A number of what has not come yet says nothing.
        let detail = page.isFetching ? "" : page.detail
        let heading = [page.title, detail].filter { !$0.isEmpty }.joined(separator: ", ")
        // What stands in the first line again, as the title of a post, is told once.
        if !page.title.isEmpty, page.parts.first?.lines.first?.hasPrefix(page.title) == true {
            return detail.isEmpty || isPlace(detail) ? [] : [detail]
        }
        return heading.isEmpty ? [] : [heading]
    }

    /// The title and where the person was; of a long part its beginning reminds of it.
    private func returned(to page: LinePage) -> [String] {
        guard let chosen = page.chosen else { return [page.title] }
        let lines = told([chosen]).prefix(2)
        return (chosen.lines.first?.hasPrefix(page.title) == true ? [] : [page.title]) + lines
    }

    /// Parts with their numbers; of several, the chosen one is named.
    private func told(_ parts: [LinePage.Part]) -> [String] {
        let isOne = parts.count == 1
        return parts.flatMap { part -> [String] in
            var lines = part.lines
            guard !lines.isEmpty else { return [] }
            if let number = part.number { lines[0] = "\(number). \(lines[0])" }
            if part.isChosen, !isOne { lines[0] = "\(words.chosen), \(lines[0])" }
            return lines
        }
    }

    private func title(of page: LinePage, since last: LinePage) -> [String] {
        // What is typed into the title is known to whoever typed it.
        guard !page.isWriting, !last.isWriting else { return [] }
        if page.title != last.title { return heading(of: page) }
        return page.detail == toldDetail || isPlace(page.detail) || page.isFetching ? [] : [page.detail]
    }

    /// Whether a detail is a place in a list, which rows have as their numbers.
    private func isPlace(_ detail: String) -> Bool { detail.allSatisfy { $0.isNumber || $0 == "/" } }

    private func asked(_ page: LinePage, since last: LinePage) -> [String] {
        let before = Dictionary(last.parts.map { ($0.id, $0) }) { first, _ in first }
        let texts = Set(last.parts.filter { $0.number == nil }.flatMap(\.lines))
        let typed = typed(page)
        let numbered = last.parts.filter { $0.number != nil }
        let edges = Set([numbered.first?.id, numbered.last?.id].compactMap(\.self))
        return told(
            page.parts.compactMap { part in
                let isMoved = part.isChosen && chosenRow != part.id
                guard part.number != nil else {
                    let isNews = part.isChosen && last.chosen?.id != part.id || !texts.isSuperset(of: part.lines)
                    return isNews && !typed.isSuperset(of: part.lines) ? part : nil
                }
                guard let old = before[part.id], !isMoved else { return part }
                // Of what was seen, only what was cut off at an edge is news, and what the person has changed.
                guard part.isChosen || edges.contains(part.id) else { return nil }
                var rest = part
                rest.lines = part.isChosen ? part.lines.filter { !old.lines.contains($0) } : part.lines(beyond: old)
                if rest.lines.first != part.lines.first { (rest.number, rest.isChosen) = (nil, false) }
                return rest.lines.isEmpty ? nil : rest
            })
    }

    private func unasked(_ page: LinePage, since last: LinePage) -> [String] {
        let (old, new) = (last.parts.filter { $0.number != nil }, page.parts.filter { $0.number != nil })
        // Where there was nothing yet, all of it is what the person waits for.
        if old.isEmpty, !new.isEmpty { return asked(page, since: last) }
        let texts = Set(last.parts.filter { $0.number == nil }.flatMap(\.lines)).union(typed(page))
        let notes = page.parts.filter { $0.number == nil && !texts.isSuperset(of: $0.lines) }
        let known = Set(old.map(\.id))
        // The end that is followed has moved, or the chosen row has gone.
        let isMoved = page.chosen.map { $0.number != nil && $0.id != chosenRow } ?? false
        let come = isMoved ? new.filter { !known.contains($0.id) || $0.isChosen }.suffix(3) : []
        return (notes + come).map { $0.lines.joined(separator: ", ") }
    }

    private func typed(_ page: LinePage) -> Set<String> {
        Set((page.typed ?? "").split(whereSeparator: \.isNewline).map { LinePage.spoken(String($0)) })
    }

    /// That something is fetched is told where the person asked for it, and so is its end.
    private mutating func fetching(_ page: LinePage, isAsked: Bool) -> [String] {
        if page.isFetching {
            // That a screen is opened and fetches goes without saying.
            guard isAsked, !isOpened, !hasToldFetching, !page.isWriting,
                page.parts.contains(where: { $0.number != nil })
            else {
                return []
            }
            hasToldFetching = true
            return [words.fetching]
        }
        guard hasToldFetching else { return [] }
        hasToldFetching = false
        if !page.warnings.isEmpty { return page.warnings == last?.warnings ? page.warnings : [] }
        return page.age.map { [$0] } ?? []
    }
}

extension LinePage.Part {
    /// The lines above or below those that could be seen of it before.
    fileprivate func lines(beyond old: LinePage.Part) -> [String] {
        if let end = old.lines.last.flatMap({ lines.lastIndex(of: $0) }), end + 1 < lines.count {
            return Array(lines[(end + 1)...])
        }
        if let start = old.lines.first.flatMap({ lines.firstIndex(of: $0) }) { return Array(lines[..<start]) }
        return []
    }
}
