import PostFeatures

extension UndoPhrase {
    static let korean: [UndoPhrase: PhraseText] = [
        .markingAsRead: .counted([.other: "취소함: 글 %개의 읽음 표시"]),
        .markingAsUnread: .counted([.other: "취소함: 글 %개의 읽지 않음 표시"]),
        .saving: .counted([.other: "취소함: 글 %개 저장"]),
        .unsaving: .counted([.other: "취소함: 글 %개 저장 취소"]),
        .favouring: .counted([.other: "취소함: 글 %개 즐겨찾기 추가"]),
        .unfavouring: .counted([.other: "취소함: 글 %개 즐겨찾기 제거"]),
        .dismissing: .counted([.other: "취소함: 글 %개 치우기"]),
        .hiding: .counted([.other: "취소함: 글 %개 숨기기"]),
        .unhiding: .counted([.other: "취소함: 글 %개 숨김 해제"]),
        .voting: .counted([.other: "취소함: 글 %개에 대한 투표"]),
    ]
}
